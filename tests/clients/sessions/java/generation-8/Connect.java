import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import org.apache.http.HttpHost;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.elasticsearch.client.RestClient;

/** As clients of generation 8 connect. */
final class Connect {
    static ElasticsearchClient client() {
        BasicCredentialsProvider account = new BasicCredentialsProvider();
        account.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials("admin", Steps.PASSWORD));
        RestClient rest = RestClient.builder(HttpHost.create(Steps.URL))
            .setHttpClientConfigCallback(builder -> builder.setDefaultCredentialsProvider(account))
            .build();
        return new ElasticsearchClient(new RestClientTransport(rest, new JacksonJsonpMapper()));
    }
}

import co.elastic.clients.elasticsearch.ElasticsearchClient;

/** As clients of generation 9 connect. */
final class Connect {
    static ElasticsearchClient client() {
        return ElasticsearchClient.of(b -> b.host(Steps.URL).usernameAndPassword("admin", Steps.PASSWORD));
    }
}

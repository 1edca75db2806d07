# A session with Search::Elasticsearch for Perl, as an application holds it.
use strict;
use warnings;
use JSON::PP;
use Search::Elasticsearch;

my $json = JSON::PP->new->canonical->utf8;
my ($scheme, $host) = $ENV{SESSION_URL} =~ m{^(https?)://(.+)$};
my $es = Search::Elasticsearch->new(
    nodes  => ["$scheme://admin:$ENV{SESSION_PASSWORD}\@$host"],
    client => "$ENV{SESSION_GENERATION}_0::Direct",
);

$| = 1;

# Does its work whatever became of the steps before; prints {"step", "error"?}.
sub step {
    my ($name, $work) = @_;
    my %line = (step => $name);
    eval { $work->(); 1 } or $line{error} = substr("$@", 0, 600);
    print $json->encode(\%line), "\n";
}

sub equal {
    my ($found, $expected) = @_;
    my ($left, $right) = map { $json->encode([$_]) } $found, $expected;
    die "$left instead of $right" if $left ne $right;
}

# The work throws an error of that kind.
sub refused {
    my ($kind, $work) = @_;
    return if !eval { $work->(); 1 } && ref $@ && $@->is($kind);
    die "no $kind: $@";
}

my $index    = 'session-products';
my $all      = { query => { match_all => {} } };
my @products = (
    { id => '1', name => 'Green teapot', text => 'A green teapot for tea', price => 25.5, tags => ['tea', 'kitchen'] },
    { id => '2', name => 'Red teapot', text => 'A red teapot, dishwasher proof', price => 30, tags => ['tea'] },
    { id => '3', name => 'Coffee mill', text => 'Grinds coffee', price => 45.25, tags => ['coffee', 'kitchen'] },
    { id => '4', name => 'Coffee cup', text => 'A cup for coffee or tea', price => 8, tags => ['coffee', 'tea'] },
);

step('connect', sub {
    die 'no number' if !$es->info->{version}{number};
    equal($es->ping ? 1 : 0, 1);
});

step('create an index', sub {
    my $properties = { name => { type => 'text' }, price => { type => 'double' }, tags => { type => 'keyword' } };
    my $settings = { number_of_shards => 2, number_of_replicas => 0 };
    $es->indices->create(index => $index, body => { settings => $settings, mappings => { properties => $properties } });
    equal($es->indices->exists(index => $index) ? 1 : 0, 1);
    equal($es->indices->exists(index => 'session-none') ? 1 : 0, 0);
});

step('typed errors', sub {
    refused('Request', sub { $es->indices->create(index => $index) });
    refused('Missing', sub { $es->get(index => $index, id => 'none') });
    refused('Missing', sub { $es->search(index => 'session-none') });
    equal($es->get(index => $index, id => 'none', ignore => 404), undef);
});

step('one document', sub {
    equal($es->index(index => $index, id => '0', body => { name => 'Kettle' }, refresh => 'true')->{result}, 'created');
    refused('Conflict', sub { $es->create(index => $index, id => '0', body => {}) });
    equal($es->exists(index => $index, id => '0') ? 1 : 0, 1);
    equal($es->get_source(index => $index, id => '0'), { name => 'Kettle' });
    equal($es->update(index => $index, id => '0', body => { doc => { price => 1 } })->{result}, 'updated');
    equal(scalar @{ $es->mget(index => $index, body => { ids => ['0', 'none'] })->{docs} }, 2);
    equal($es->delete(index => $index, id => '0', refresh => 'true')->{result}, 'deleted');
});

step('bulk helper', sub {
    my $failed = 0;
    my $bulk = $es->bulk_helper(index => $index, max_count => 3, on_error => sub { $failed++ });
    $bulk->index(map { { id => $_->{id}, source => $_ } } @products);
    $bulk->flush;
    equal($failed, 0);
    $es->indices->refresh(index => $index);
    equal($es->count(index => $index)->{count}, 4);
});

step('search and aggregations', sub {
    my $found = $es->search(index => $index, body => {
        query => { bool => { filter => [{ range => { price => { lt => 40 } } }] } },
        sort  => [{ price => 'desc' }],
        aggs  => { tags => { terms => { field => 'tags' }, aggs => { price => { stats => { field => 'price' } } } } },
    });
    equal([map { $_->{_id} } @{ $found->{hits}{hits} }], ['2', '1', '4']);
    equal($found->{aggregations}{tags}{buckets}[0]{price}{count}, 3);
});

step('several searches', sub {
    my $found = $es->msearch(body => [{ index => $index }, $all, { index => $index }, { size => 0 }]);
    equal([map { scalar @{ $_->{hits}{hits} } } @{ $found->{responses} }], [4, 0]);
});

step('scroll helper', sub {
    my $scroll = $es->scroll_helper(index => $index, size => 2, body => $all);
    my %seen;
    while (my $hit = $scroll->next) { $seen{ $hit->{_id} } = 1 }
    equal(scalar keys %seen, 4);
});

step('reindex', sub {
    my $body = { source => { index => $index }, dest => { index => 'session-copy' } };
    equal($es->reindex(body => $body, refresh => 'true')->{created}, 4);
    my $started = $es->reindex(body => $body, wait_for_completion => 'false');
    my $ended = $es->tasks->get(task_id => $started->{task}, wait_for_completion => 'true');
    equal($ended->{completed} ? 1 : 0, 1);
});

step('by query', sub {
    $es->indices->refresh(index => 'session-copy');
    my $script = { lang => 'painless', source => 'ctx._source.price += params.more', params => { more => 1 } };
    equal($es->update_by_query(index => 'session-copy', refresh => 'true', body => { script => $script })->{updated}, 4);
    my $body = { query => { match => { tags => 'tea' } } };
    equal($es->delete_by_query(index => 'session-copy', refresh => 'true', body => $body)->{deleted}, 3);
});

step('templates', sub {
    my $template = { mappings => { properties => { level => { type => 'keyword' } } } };
    $es->cluster->put_component_template(name => 'session-part', body => { template => $template });
    $es->indices->put_index_template(name => 'session-logs', body => { index_patterns => ['session-logs-*'], composed_of => ['session-part'] });
    $es->index(index => 'session-logs-1', body => { level => 'warn' }, refresh => 'true');
    my $mapping = $es->indices->get_mapping(index => 'session-logs-1')->{'session-logs-1'}{mappings};
    equal($mapping->{properties}{level}{type}, 'keyword');
    $es->indices->delete_index_template(name => 'session-logs');
    $es->cluster->delete_component_template(name => 'session-part');
    $es->indices->put_template(name => 'session-old', body => { index_patterns => ['session-old-*'] });
    equal($es->indices->exists_template(name => 'session-old') ? 1 : 0, 1);
    $es->indices->delete_template(name => 'session-old');
});

step('aliases and pipeline', sub {
    $es->indices->update_aliases(body => { actions => [{ add => { index => $index, alias => 'session-shop' } }] });
    equal($es->indices->exists_alias(name => 'session-shop') ? 1 : 0, 1);
    $es->ingest->put_pipeline(id => 'session-seen', body => { processors => [{ set => { field => 'seen', value => 'yes' } }] });
    $es->index(index => $index, id => '9', pipeline => 'session-seen', body => { price => 3 });
    equal($es->get(index => $index, id => '9')->{_source}, { price => 3, seen => 'yes' });
    $es->ingest->delete_pipeline(id => 'session-seen');
});

step('operations', sub {
    die 'no status' if !$es->cluster->health->{status};
    die 'no state' if !$es->cluster->state->{metadata};
    die 'no nodes' if !$es->nodes->stats->{nodes};
    die 'no indices' if $es->cat->indices !~ /$index/;
    die 'no figures' if !$es->indices->stats(index => $index)->{_all};
    $es->indices->put_settings(index => $index, body => { index => { refresh_interval => '2s' } });
    $es->indices->forcemerge(index => $index, max_num_segments => 1);
    $es->indices->close(index => $index);
    $es->indices->open(index => $index);
});

step('delete indices', sub {
    $es->indices->delete(index => [$index, 'session-copy', 'session-logs-1']);
});

# Varnish 7 in front of Ferrule, see shared-cache.md. The tests use this file.
vcl 4.1;

import xkey;

backend default {
    .host = "127.0.0.1";
    .port = "8080";
}

sub vcl_recv {
    # Purges have their own socket, which visitors cannot reach.
    if (local.socket == "purge") {
        if (req.method != "POST" || !req.http.Surrogate-Key) {
            return (synth(405));
        }
        if (req.http.Surrogate-Key == "all") {
            # Another build, or an import: stored pages are served until they are refreshed.
            set req.http.n = xkey.softpurge("all");
        } else {
            set req.http.n = xkey.purge(req.http.Surrogate-Key);
        }
        return (synth(200, req.http.n + " purged"));
    }

    # Varnish has appended the client's address to X-Forwarded-For. Ferrule, with
    # --trusted-proxies 127.0.0.1, takes the last address there that is not a
    # proxy's, so addresses that a client sent have no effect. A proxy that
    # terminates TLS has its own socket "tls" (-a tls=127.0.0.1:6443,PROXY).
    if (local.socket == "tls") {
        set req.http.X-Forwarded-Proto = "https";
    } else {
        set req.http.X-Forwarded-Proto = "http";
    }

    # One cached copy for each of these content codings.
    if (req.http.Accept-Encoding ~ "br") {
        set req.http.Accept-Encoding = "br";
    } else if (req.http.Accept-Encoding ~ "gzip") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }

    # A page under a language prefix is the same for everyone, and so are files.
    # Without a prefix the cookie determines the language: those are passed.
    if ((req.method == "GET" || req.method == "HEAD")
        && req.url ~ "^/([a-z][a-z](/|\?|$)|static/|assets/)") {
        unset req.http.Cookie;
    }

    # An expired page is served for a minute while it is refreshed, and for a day
    # when Ferrule does not reply.
    if (req.restarts == 0) {
        set req.grace = 60s;
    } else {
        set req.grace = 24h;
    }
}

sub vcl_backend_response {
    if (beresp.status >= 500) {
        if (bereq.is_bgfetch) {
            return (abandon);
        }
        # The error is not stored: it would replace the old page.
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        set beresp.keep = 0s;
        return (deliver);
    }
    if (beresp.http.Surrogate-Key) {
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        set beresp.grace = 24h;
    }
}

sub vcl_backend_error {
    # If requests wait for the page, Varnish would store the error for a second in place of the old page.
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
}

sub vcl_deliver {
    # Ferrule does not reply, or has no content: a stale page is better than none.
    if (resp.status >= 500 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        return (restart);
    }
    if (resp.http.xkey) {
        # Other caches between Varnish and the browser receive no purges.
        set resp.http.Cache-Control = "public, max-age=0, must-revalidate";
    }
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    unset resp.http.CDN-Cache-Control;
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    } else {
        set resp.http.X-Cache = "miss";
    }
}

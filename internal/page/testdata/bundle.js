// A bundle with the contract of the real one, for the tests of the pipeline.
(() => {
  const slug = (collection) => ({ collection, field: "slug", param: "slug" });
  const routes = [
    { name: "home", pattern: "/", record: null, params: {} },
    { name: "category", pattern: "/catalog/:slug", record: slug("categories"), params: { page: "^[1-9][0-9]{0,3}$", sort: "^(name|size)$" } },
    { name: "list", pattern: "/list", record: null, params: { q: "^[a-z ]+$" }, filters: true },
    {
      name: "product", pattern: "/product/:slug", record: slug("products"), params: { variant: "^[A-Z0-9-]+$", rows: "^all$" },
      named: { variant: { collection: "variations", field: "sku", parent: "product" } },
    },
    { name: "product-landing", pattern: "/product", record: null, params: {} },
    { name: "range", pattern: "/range", record: null },
    { name: "about", pattern: "/about", record: null },
    { name: "throws", pattern: "/throws", record: null },
    { name: "endless", pattern: "/endless", record: null },
    { name: "unplanned", pattern: "/unplanned", record: null },
    { name: "markup", pattern: "/markup", record: null },
    { name: "odd", pattern: "/odd", record: null },
    { name: "large", pattern: "/large", record: null },
    { name: "request", pattern: "/request/:token", private: true },
    { name: "not-found", pattern: "" },
  ];
  const languages = [
    ["de-DE", "Deutsch"], ["en-US", "English"], ["fr-FR", "Français"], ["it-IT", "Italiano"],
  ].map(([code, title]) => ({ code, title, html: code.slice(0, 2), prefix: `/${code.slice(0, 2)}`, direction: "ltr", flag: "" }));
  const header = (p) => `/items/header?fields=id,slug&limit=1&language=${p.language}`;
  const queries = {
    category: (p) => [header(p), `/items/categories?filter[slug][_eq]=${p.params.slug}&fields=id,slug&language=${p.language}`],
    product: (p) => [header(p), header(p), `/items/products?filter[slug][_eq]=${p.params.slug}&fields=id,slug,translations.name&language=${p.language}`],
    range: (p) => [header(p), `/items/products?fields=slug,translations.name&sort=sort&language=${p.language}`],
    request: (p) => [header(p), `/requests/${p.params.token}`],
    list: (p) => [header(p), `/catalogue?q=${p.search.q ?? ""}&language=${p.language}`],
    about: (p) => [header(p), "/items/about?fields=id"],
    markup: () => ["/items/clients?fields=title"],
    unplanned: () => { throw new Error("no plan"); },
    odd: (p) => [header(p), "/items/nonsense", "/elsewhere", "/items/link/7%2F?fields=id"],
  };
  const head = (p) => p.languages.filter(({ available }) => available)
    .map(({ code, prefix }) => `<link rel="alternate" hreflang="${code}" href="${p.base ?? ""}${prefix}${p.path}">`).join("");
  const ferrule = {
    routes: () => JSON.stringify({ routes, languages }),
    plan: (input) => {
      const p = JSON.parse(input);
      return JSON.stringify({ queries: (queries[p.route] ?? ((p) => [header(p)]))(p) });
    },
    page: (input) => {
      const p = JSON.parse(input);
      if (p.route === "throws") throw new TypeError("secret detail");
      if (p.route === "endless") for (;;);
      const title = p.route === "markup" ? `</title><script>alert("1")</script>` : `${p.route} ${p.language}`;
      let html = `<main><h1>${p.route}</h1><a href="${p.prefix}/about">${p.path}</a><pre>${Object.keys(p.data).length} ${JSON.stringify(p.params)} ${JSON.stringify(p.search)}</pre></main>`;
      if (p.route === "large") for (let i = 0; i < 1500; i++) html += `<li class="row"><a href="/product/fitting-${i * 7919 % 1000}">DN ${i} PN ${i % 100}</a></li>`;
      return JSON.stringify({
        title, description: `"${p.route}" & more`, robots: p.route === "not-found" ? "noindex" : "",
        theme: p.route === "about" ? "dark" : "",
      }) + "\n" + (p.path === "" ? "" : head(p)) + "\n\n" + html;
    },
  };
  globalThis.ferrule = ferrule;
})();

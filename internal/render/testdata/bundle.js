// A bundle for the tests of the pool: what a call does is named by its input.
(() => {
  let count = 0;
  const acts = {
    echo: (s) => s,
    count: () => String(++count),
    loop: () => { for (;;); },
    stubborn: () => { for (;;) { try { for (;;); } finally { continue; } } },
    regexp: () => String(/^(a+)+$/.test("a".repeat(60) + "b")),
    memory: () => { const kept = []; for (;;) kept.push(new ArrayBuffer(1 << 20)); },
    string: () => String("x".repeat(1 << 29).length),
    recursion: () => { const f = (n) => f(n + 1) + 1; return String(f(0)); },
    nesting: () => { JSON.parse("[".repeat(200000)); return ""; },
    throw: () => { throw new TypeError("no such fitting"); },
    plain: () => { throw "a plain string"; },
    hostile: () => { throw { get message() { throw 1; }, toString() { throw 2; } }; },
    number: () => 7,
    jobs: () => { const again = () => { Promise.resolve().then(again); }; again(); return "ok"; },
    rejection: () => { Promise.reject(new Error("nobody looks")); return "ok"; },
    long: () => "ü€😀".repeat(20000),
    page: () => { let h = ""; for (let i = 0; i < 500; i++) h += "<li>" + i + "</li>"; return h; },
  };
  globalThis.ferrule = {
    routes: () => '{"routes":[],"languages":[]}',
    plan: (s) => s,
    page: (s) => acts[s](s),
  };
})();

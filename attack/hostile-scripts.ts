import type { HostileCheck } from './hostile-checks.ts'

const script = (name: string, code: string): HostileCheck => ({
  name: `script: ${name}`,
  as: 'script',
  rule: { code },
  body: () => '{"id": 1, "items": [1, 2, 3]}',
  type: 'application/json',
})

const endless = [
  'for (;;);',
  'await null; while (1);',
  'Promise.resolve().then(function again() { return Promise.resolve().then(again) }); await new Promise(() => {})',
  'setTimeout(function again() { setTimeout(again) })',
  'setInterval(() => { for (;;); })',
  'for (;;) { try { for (;;); } finally { continue } }',
  '/(a+)+$/.test("a".repeat(40) + "!")',
  '/^(\\w+\\s?)*$/.test("a ".repeat(60) + "!")',
  '"a".repeat(1e5).replace(/a*a*a*a*b/g, "")',
  'while (Date.now() > 0);',
  'throw { get message() { for (;;); } }',
  'tests["a"] = { valueOf() { for (;;); } }; Object.defineProperty(tests, "b", { enumerable: true, get() { for (;;); } })',
  'test("a", () => { throw { toString() { for (;;); } } })',
  'for (let i = 0n; ; i = i * 3n + 1n) String(i)',
  'const a = Array.from({ length: 1e5 }, (_, i) => i); for (;;) a.sort(() => Math.random() - 0.5)',
  'for (;;) pm.variables.get("a" + Math.random())',
  'for (;;) try { pm.sendRequest("http://127.0.0.1:9/") } catch {}',
  '_.template("<% for (;;); %>")()',
  'for (;;) moment().format()',
]

const large = [
  '"a".repeat(1e10)',
  '"a".repeat(1e9)',
  'let s = "a"; for (;;) s += s',
  'new ArrayBuffer(1e10)',
  'new Array(1e9).fill(0)',
  'const all = []; for (;;) all.push(new Uint8Array(1e6))',
  'const all = []; for (;;) all.push("x".repeat(1e6) + all.length)',
  'let o = {}; for (;;) o = { o }',
  'const m = new Map(); for (let i = 0; ; i++) m.set(i, {})',
  'for (;;) { try { const a = []; for (;;) a.push("x".repeat(1e5)) } catch {} }',
  'for (let i = 0; ; i++) variables.set("v" + i, "x".repeat(1e5))',
  'variables.set("v", "x".repeat(3e7))',
  'for (;;) console.log("x".repeat(1e5))',
  'for (let i = 0; i < 1e6; i++) try { test("t" + i, () => {}) } catch {}',
  'for (let i = 0; i < 1e6; i++) tests["t" + i] = true',
  'JSON.parse("[".repeat(1e6))',
  'let o = {}; for (let i = 0; i < 1e6; i++) o = { o }; JSON.stringify(o)',
  '(function f() { f() })()',
  'eval("(".repeat(1e5))',
  'new Proxy({}, { get(t, k, r) { return r[k] } }).x',
  'let f = (x) => x; for (let i = 0; i < 1e5; i++) f = f.bind(null); f()',
]

const tricks = [
  'Object.prototype.toJSON = () => { throw 1 }; Array.prototype.push = null; JSON.stringify = () => "}{"',
  'String = Object = Array = Map = RegExp = Promise = null; throw new Error("x")',
  'Object.defineProperty(Object.prototype, "error", { get() { throw 1 } })',
  'Object.defineProperty(Array.prototype, 0, { set() { throw 1 } }); test("a", () => {})',
  'throw new Proxy(new Error("x"), { get() { throw 1 }, getPrototypeOf() { throw 2 } })',
  'throw Symbol("x")',
  'throw null',
  '[].constructor.constructor("return this")().process.exit(7)',
  'await import("node:child_process")',
  'require("child_process").execSync("exit 7")',
  '(async () => { throw 1 })(); Promise.reject(2)',
  '}).call(); for (const k of Object.keys(globalThis)) delete globalThis[k]; (function () {',
  'variables.set("__proto__", { polluted: 1 }); variables.set("constructor", 1); secrets.get("__proto__")',
  'Promise.prototype.then = () => { throw 1 }; await null',
  'globalThis.collect = globalThis.advance = () => { throw 1 }; console.log("x")',
  'const g = (function* () { for (;;) yield 1 })(); [...g]',
  'console.log("\\u0000\\ud800\\u202e\\u001b[31m")',
]

/** Scripts that should take for ever, or all memory, or break what reads their results. */
export const hostileScripts: readonly HostileCheck[] = [...endless, ...large, ...tricks].map((code) =>
  script(code.slice(0, 70), code),
)

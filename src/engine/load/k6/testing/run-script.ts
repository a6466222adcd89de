/** A response as a server of a test gives it. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  cookies?: Record<string, { value: string }[]>
  body?: string
}

/** A request as k6 was asked to send it. */
export interface Sent {
  method: string
  url: string
  body: unknown
  headers: Record<string, string>
  tags: Record<string, string>
  jar: unknown
}

/** What one iteration of a script did. */
export interface Iteration {
  checks: { name: string; holds: boolean }[]
  sent: Sent[]
  groups: string[]
  errors: string[]
  /** Seconds. */
  slept: number
  failed: boolean
}

/** What k6 gives to a script, as far as scripts of Assay use it; the real k6 is what conformance runs. */
interface K6 {
  server(sent: Sent): Answer
  files: Readonly<Record<string, string>>
  environment: Readonly<Record<string, string>>
  seen: Iteration
  number: number
}

let scripts = 0

/** Runs iterations of a script, one after the other, in Node with stand-ins of k6's modules. */
export async function runScript(
  text: string,
  given: Partial<Pick<K6, 'server' | 'files' | 'environment'>> & { iterations?: number } = {},
): Promise<Iteration[]> {
  const { server = () => ({ status: 200 }), files = {}, environment = {}, iterations = 1 } = given
  const fresh = (): Iteration => ({ checks: [], sent: [], groups: [], errors: [], slept: 0, failed: false })
  const k6: K6 = { server, files, environment, seen: fresh(), number: 0 }
  const key = `k6-${++scripts}`
  Reflect.set(globalThis, key, modules(k6))
  const prelude = `const { check, group, sleep, crypto, SharedArray, encoding, exec, http, Rate, Trend, open, __ENV, __VU, console } = globalThis['${key}']\n`
  try {
    const source = `${prelude}${text.replace(/^import .*$/gm, '')}\n// ${key}`
    const script = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`)) as {
      default(given: unknown): void
      setup?(): unknown
    }
    const data: unknown = JSON.parse(JSON.stringify(script.setup?.() ?? {}))
    const all: Iteration[] = []
    for (let number = 0; number < iterations; number++) {
      k6.number = number
      k6.seen = fresh()
      script.default(data)
      all.push(k6.seen)
    }
    return all
  } finally {
    Reflect.deleteProperty(globalThis, key)
  }
}

function modules(k6: K6): Record<string, unknown> {
  const request = (method: string, url: string, body: unknown, params: Record<string, unknown> = {}) => {
    const sent = { method, url, body, headers: params.headers ?? {}, tags: params.tags ?? {}, jar: params.jar } as Sent
    // k6 rejects tags that are no texts.
    if (Object.values(sent.tags).some((tag) => typeof tag !== 'string')) throw new Error('invalid tag')
    k6.seen.sent.push(sent)
    const { status, headers = {}, cookies = {}, body: text = '' } = k6.server(sent)
    const timings = { blocked: 0, connecting: 0, tls_handshaking: 0, duration: 5 }
    return {
      status,
      url,
      error: status === 0 ? 'no answer' : '',
      headers,
      cookies,
      body: text,
      timings,
      json: () => JSON.parse(text) as unknown,
    }
  }
  return {
    check(value: unknown, checks: Record<string, (value: unknown) => boolean>) {
      for (const [name, holds] of Object.entries(checks)) k6.seen.checks.push({ name, holds: holds(value) })
    },
    group(name: string, work: () => void) {
      k6.seen.groups.push(name)
      work()
    },
    sleep(seconds: number) {
      k6.seen.slept += seconds
    },
    crypto: { hmac: (algorithm: string, secret: string) => `${algorithm}-${secret.length}` },
    SharedArray: function shared(_name: string, make: () => unknown[]) {
      return JSON.parse(JSON.stringify(make())) as object
    },
    encoding: {
      b64encode: (value: string, form?: string) => (form === 'rawurl' ? btoa(value).replace(/=+$/, '') : btoa(value)),
      b64decode: (value: string) => atob(value),
    },
    exec: {
      scenario: {
        get iterationInTest() {
          return k6.number
        },
      },
      test: {
        abort(why: string) {
          throw new Error(why)
        },
      },
    },
    http: {
      request,
      get: (url: string, params: Record<string, unknown>) => request('GET', url, null, params),
      post: (url: string, body: unknown, params: Record<string, unknown>) => request('POST', url, body, params),
      CookieJar: class {
        cookiesForURL = () => ({ session: ['of the jar'] })
      },
    },
    Rate: class {
      add(failed: boolean) {
        k6.seen.failed = failed
      }
    },
    Trend: class {
      add() {
        // Its values are k6's.
      }
    },
    open(path: string, mode?: string) {
      const text = k6.files[path]
      if (text === undefined) throw new Error(`no file ${path}`)
      return mode === 'b' ? new TextEncoder().encode(text).buffer : text
    },
    __ENV: k6.environment,
    __VU: 1,
    console: {
      error(text: string) {
        k6.seen.errors.push(text)
      },
    },
  }
}

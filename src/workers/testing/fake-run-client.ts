import type { RunClient } from '../run-client.ts'

type Groups = Omit<RunClient, 'start'>

/** What a test answers by itself. */
export type FakeAnswers = Partial<Pick<RunClient, 'start'>> & { [Group in keyof Groups]?: Partial<Groups[Group]> }

/** A run worker's client for tests. */
export interface FakeRunClient extends RunClient {
  /** What was asked, in order, such as `secrets.list`; with the arguments. */
  asked: [call: string, ...args: unknown[]][]
}

/** The client of a worker that is independent of any project, and keeps secrets. */
export function fakeRunClient(own: FakeAnswers = {}): FakeRunClient {
  const asked: FakeRunClient['asked'] = []
  const start: RunClient['start'] = () => {
    throw new Error('This test starts no run')
  }
  return { start, ...own, ...recorded(answersOf(own), asked), asked }
}

/** Every call there is: the compiler names those that are missing. */
function answersOf(own: FakeAnswers): Groups {
  const values = new Map<string, string>()
  return {
    results: {
      body: async () => undefined,
      reveal: async () => undefined,
      ...own.results,
    },
    secrets: {
      list: async () => [...values.keys()],
      set: async (_project, id, value) => void values.set(id, value),
      reveal: async (_project, id) => values.get(id),
      delete: async (_project, id) => void values.delete(id),
      concealInRuns: async () => undefined,
      state: async () => 'open',
      unlock: async () => true,
      lock: async () => undefined,
      protect: async () => undefined,
      ...own.secrets,
    },
    load: {
      run: () => Promise.reject(new Error('This test loads nothing')),
      stop: async () => undefined,
      ...own.load,
    },
    tokens: {
      list: async () => [],
      reveal: async () => undefined,
      forget: async () => undefined,
      ...own.tokens,
    },
    companion: {
      follow: async () => undefined,
      connect: async () => ({ state: 'none' }),
      pair: async () => ({ state: 'none' }),
      ask: async () => undefined,
      forget: async () => undefined,
      pairings: async () => [],
      revoke: async () => undefined,
      followProposals: async () => undefined,
      askModel: async () => undefined,
      fetchDocument: async () => undefined,
      needs: async () => ({ steps: [], hosts: [] }),
      allowHosts: async () => undefined,
      ...own.companion,
    },
    files: {
      info: async () => undefined,
      put: async () => undefined,
      ...own.files,
    },
    databases: {
      tables: async () => [],
      info: async () => undefined,
      put: async () => undefined,
      read: async () => undefined,
      forget: async () => undefined,
      ...own.databases,
    },
    data: {
      rows: async () => ({ columns: [], warnings: [], rows: [], more: false }),
      row: async () => ({ values: [], requests: [] }),
      ...own.data,
    },
    oauth: {
      discover: async () => ({ issuer: '', endpoints: {}, scopes: [] }),
      tokenAction: async () => ({ ok: true, message: '', exchanges: [] }),
      registration: async () => ({ ok: true, message: '', exchanges: [] }),
      endSession: async () => ({ ok: true, message: '', exchanges: [] }),
      script: async () => ({ ok: false, message: 'There is no companion here', actions: [], notes: [] }),
      describeKey: async () => ({ usable: false, message: 'There is no key here' }),
      describeCertificate: async () => ({ usable: false, message: 'There is no certificate here' }),
      ...own.oauth,
    },
  }
}

function recorded<Api extends object>(groups: Api, asked: FakeRunClient['asked']): Api {
  const wrap = (at: object, path: string): object =>
    Object.fromEntries(
      Object.entries(at).map(([name, value]: [string, unknown]) => {
        if (typeof value !== 'function') return [name, wrap(value as object, `${path}${name}.`)]
        return [name, (...args: unknown[]) => (asked.push([`${path}${name}`, ...args]), value(...args))]
      }),
    )
  return wrap(groups, '') as Api
}

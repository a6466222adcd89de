import type { Operation } from '#engine/api/operation.ts'
import { takesStatus } from '#engine/extractors/facts.ts'
import type { Action, RawCheck } from './actions.ts'
import type { Workbench } from './workbench.ts'

/** Checks of an answer: its status, what the person said, and that it is as documented. */
export function checksOf(
  action: Action,
  bench: Workbench,
  operation: Operation | undefined,
  success: string | undefined,
): RawCheck[] {
  const documented = new Set(operation?.responses.map(({ status }) => status))
  const isDocumented = (status: number): boolean =>
    documented.has(String(status)) || documented.has(`${String(status)[0]}XX`) || documented.has('default')
  const checks: RawCheck[] = []
  const conforms: RawCheck[] =
    operation && action.operation?.api
      ? [{ source: 'response', is: 'conforms-to-api', api: action.operation.api.id, operation: operation.key }]
      : []
  const own = action.checks
  if (own.some(takesStatus)) return own
  if (action.status !== undefined) {
    checks.push({ source: 'status', is: 'equals', value: action.status })
    if (!isDocumented(action.status)) {
      if (operation) bench.assume('status', bench.texts.assume.undocumented(action.status), String(action.status))
      return [...checks, ...own]
    }
    return [...checks, ...own, ...conforms]
  }
  if (action.refused) {
    // What is wrong with what is sent is nobody's right and no missing thing.
    const isWrong = Object.keys(action.fields).length > 0 || (action.omit?.length ?? 0) > 0
    const refusal = ['422', '400', '409', ...(isWrong ? [] : ['403', '404'])].find((status) => documented.has(status))
    if (refusal !== undefined) return [{ source: 'status', is: 'equals', value: Number(refusal) }, ...own, ...conforms]
    bench.assume('status', bench.texts.assume.refusal, '400')
    return [{ source: 'status', is: 'one-of', value: [400, 422] }, ...own]
  }
  const range = /^(\d)XX$/.exec(success ?? '')?.[1]
  if (range !== undefined)
    checks.push({ source: 'status', is: 'between', value: [Number(range) * 100, Number(range) * 100 + 99] })
  else if (success !== undefined) checks.push({ source: 'status', is: 'equals', value: Number(success) })
  else {
    const status = guessed(action)
    checks.push(
      Array.isArray(status)
        ? { source: 'status', is: 'one-of', value: status }
        : { source: 'status', is: 'equals', value: status },
    )
    bench.assume('status', bench.texts.assume.guessed(`${action.method} ${action.path}`), String([status].flat()[0]))
  }
  return [...checks, ...own, ...conforms]
}

/** What servers usually answer where nothing says it (RFC 9110 section 15.3). */
function guessed({ method, operation }: Action): number | number[] {
  if (method === 'POST') return operation && operation.role !== 'create' ? [200, 201, 202, 204] : 201
  return method === 'DELETE' ? [200, 202, 204] : 200
}

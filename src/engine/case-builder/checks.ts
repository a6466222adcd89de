import type { Operation } from '#engine/api/operation.ts'
import type { Action, RawCheck } from './actions.ts'
import type { Workbench } from './workbench.ts'

/** Checks of a response: its status, and that it is as documented. */
export function checksOf(
  action: Action,
  bench: Workbench,
  operation: Operation | undefined,
  success: string | undefined,
): RawCheck[] {
  const checks: RawCheck[] = []
  const conforms: RawCheck[] =
    operation && action.operation?.api
      ? [{ source: 'response', is: 'conforms-to-api', api: action.operation.api.id, operation: operation.key }]
      : []
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
  return [...checks, ...conforms]
}

/** What servers usually answer where nothing says it (RFC 9110 section 15.3). */
function guessed({ method, operation }: Action): number | number[] {
  if (method === 'POST') return operation && operation.role !== 'create' ? [200, 201, 202, 204] : 201
  return method === 'DELETE' ? [200, 202, 204] : 200
}

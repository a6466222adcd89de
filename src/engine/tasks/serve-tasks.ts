import { AssayError, textOf } from '#engine/base/errors.ts'
import type { TaskAnswer, TaskAsked } from '#engine/ports/index.ts'
import { liftLimits } from '#engine/base/work-limit.ts'
import { tasks, type Task, type TaskHost } from './index.ts'

/** Runs one task after the other, as the entry of each host's thread; the function gives what is to be posted back. */
export function createTaskServer(host: TaskHost): (asked: TaskAsked) => Promise<TaskAnswer> {
  const kept = new Map<string, object>()
  liftLimits()
  return async ({ id, task, input, held, keeps }) => {
    for (const [name, part] of Object.entries(held)) kept.set(name, part)
    try {
      return { id, output: await (await taskOf(task))(input as never, partsOf(keeps, kept), host) }
    } catch (thrown) {
      return { id, error: errorOf(thrown) }
    }
  }
}

async function taskOf(name: string): Promise<Task> {
  const load = Object.hasOwn(tasks, name) ? tasks[name as keyof typeof tasks] : undefined
  if (load === undefined) throw new Error(`Unknown task "${name}".`)
  return load()
}

const partsOf = (names: readonly string[], kept: ReadonlyMap<string, object>): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, kept.get(name) ?? {}]))

function errorOf(thrown: unknown): Extract<TaskAnswer, { error: unknown }>['error'] {
  if (!(thrown instanceof AssayError)) return { code: 'internal', message: textOf(thrown) }
  const { code, message, hint, cause } = thrown
  return { code, message, hint, cause: cause === undefined ? undefined : textOf(cause) }
}

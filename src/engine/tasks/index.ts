import type { ScriptHost } from '#engine/scripting/run-in-quickjs.ts'

/** What a task has of the host of its thread. */
export type TaskHost = ScriptHost

/** One task: plain data in, plain data out. `held` are the large parts that the thread keeps between tasks, by name. */
export type Task = (input: never, held: Readonly<Record<string, object>>, host: TaskHost) => unknown

/** Every task that a thread can run, by its name, loaded when it is first wanted. One line a task. */
export const tasks = {
  check: async () => (await import('#engine/steps/judging/check-tasks.ts')).judgeCheck,
  value: async () => (await import('#engine/steps/judging/check-tasks.ts')).takeHeldValue,
  script: async () => {
    const { runInQuickjs } = await import('#engine/scripting/run-in-quickjs.ts')
    return (input: Parameters<typeof runInQuickjs>[0], _held: unknown, host: TaskHost) => runInQuickjs(input, host)
  },
} satisfies Record<string, () => Promise<Task>>

/** One task: plain data in, plain data out. `held` are the large parts that the thread keeps between tasks, by name. */
export type Task = (input: never, held: Readonly<Record<string, object>>) => unknown

/** Every task that a thread can run, by its name, loaded when it is first wanted. One line a task. */
export const tasks = {
  check: async () => (await import('#engine/steps/judging/check-tasks.ts')).judgeCheck,
  value: async () => (await import('#engine/steps/judging/check-tasks.ts')).takeHeldValue,
} satisfies Record<string, () => Promise<Task>>

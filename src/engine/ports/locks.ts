/** Mutual exclusion by name; in the browser across tabs (Web Locks), in Node within the process. */
export interface Locks {
  hold<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>
}

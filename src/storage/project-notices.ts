import type { ProjectNotice } from './types.ts'

/** Tells listeners of this page, and those of other tabs, what happened to stored projects. */
export function createProjectNotices(database: string) {
  const listeners = new Set<(notice: ProjectNotice) => void>()
  let channel: BroadcastChannel | undefined
  let post: ((message: Omit<ProjectNotice, 'elsewhere'>) => void) | undefined
  const told = (notice: ProjectNotice) => {
    for (const listener of listeners) listener(notice)
  }
  const connect = () => {
    if (channel || typeof BroadcastChannel === 'undefined') return
    channel = new BroadcastChannel(`${database}-projects`)
    channel.addEventListener('message', ({ data }: MessageEvent<Omit<ProjectNotice, 'elsewhere'>>) => {
      told({ ...data, elsewhere: true })
    })
    post = channel.postMessage.bind(channel)
  }
  return {
    tell(localId: string, what: ProjectNotice['what']) {
      told({ localId, what, elsewhere: false })
      if (what !== 'opened') post?.({ localId, what })
    },
    subscribe(listener: (notice: ProjectNotice) => void) {
      connect()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        channel?.close()
        channel = undefined
        post = undefined
      }
    },
  }
}

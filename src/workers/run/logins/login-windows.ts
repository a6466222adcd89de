/** The login windows of this page: opened by clicks, watched for being closed. */
export interface LoginWindows {
  /** Opens a window on the wait page; must be called within a click. Undefined if the browser blocks it. */
  open(): string | undefined
  close(window: string): void
  closeAll(): void
  /** Called when a window has read as closed for 2 s, and when it reads as open again. A hint: COOP makes open windows read closed. */
  watch(listener: (window: string, gone: boolean) => void): void
}

/** Milliseconds between two looks, and how long a window must read as closed before it is said. */
const lookEvery = 250
const grace = 2_000

interface Held {
  handle: Window
  closedSince?: number
  told: boolean
}

const features = () => {
  const [width, height] = [520, 720]
  const left = Math.max(0, screenX + (outerWidth - width) / 2)
  const top = Math.max(0, screenY + (outerHeight - height) / 2)
  return `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`
}

/** Where the app's own pages are, from the URL that it is served at. */
export const oauthPage = (name: 'wait' | 'callback', base = document.baseURI): string => new URL(`oauth/${name}.html`, base).href

/** Makes the windows of this page; `inUse` says whether a run goes on. */
export function createLoginWindows(inUse: () => boolean): LoginWindows {
  const held = new Map<string, Held>()
  let listener: ((window: string, gone: boolean) => void) | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  const look = () => {
    for (const [window, state] of held) {
      if (!state.handle.closed) {
        delete state.closedSince
        if (state.told) listener?.(window, false)
        state.told = false
        continue
      }
      state.closedSince ??= performance.now()
      if (state.told || performance.now() - state.closedSince < grace) continue
      state.told = true
      listener?.(window, true)
    }
    if (!inUse()) forgetClosed()
  }
  /** Between runs no one asks for a window that is gone: the watch ends with the last one. */
  const forgetClosed = () => {
    for (const [window, { handle }] of held) if (handle.closed) close(window)
  }
  const close = (id: string) => {
    held.get(id)?.handle.close()
    held.delete(id)
    if (held.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    close,
    closeAll: () => [...held.keys()].forEach(close),
    open() {
      const id = crypto.randomUUID()
      const handle = window.open(`${oauthPage('wait')}#${id}`, `assay-login-${id}`, features())
      if (!handle || handle.closed) return undefined
      held.set(id, { handle, told: false })
      timer ??= setInterval(look, lookEvery)
      return id
    },
    watch(next) {
      listener = next
    },
  }
}

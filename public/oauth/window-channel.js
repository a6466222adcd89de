/**
 * What the wait page and the callback page share. Messages: src/platform/browser/login-channel.ts. Neither page uses
 * `opener` or postMessage: a provider's Cross-Origin-Opener-Policy severs both.
 */
const channel = new BroadcastChannel('assay-login')

/** Says something to the app; all messages stay within this origin. */
export const tell = channel.postMessage.bind(channel)

/** Calls back with every message of the app. */
export const listen = (listener) => channel.addEventListener('message', ({ data }) => listener(data))

/** Every so many milliseconds a message is repeated until it is answered. */
export const repeatAfter = 300

/** Shows a title and a text; both are announced. */
export function show(title, text) {
  document.getElementById('title').textContent = title
  document.getElementById('text').textContent = text
}

const key = 'assay-window'

/** The id of this window, which outlives the way through the provider's pages; undefined where nothing may be stored. */
export function windowId(given) {
  try {
    if (given) sessionStorage.setItem(key, given)
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return given || undefined
  }
}

/** Follows the app's word to an address, or to an end. `ids` are all by which this window is addressed. */
export function obey(ids) {
  listen((message) => {
    if (!ids.includes(message.window)) return
    if (message.type === 'close') {
      show('Finished', 'You can close this window.')
      window.close()
    }
    if (message.type === 'go' && /^https?:/.test(message.url)) {
      window.opener = null
      tell({ type: 'leaving', window: message.window })
      location.replace(message.url)
    }
  })
}

import type { Sandbox } from '#sandbox/index.ts'
import { isFramed, refuseFrame } from './framed.ts'
import { sandboxOf } from '#workers/run/sandbox-of.ts'

/**
 * The script of `sandbox-window.html`, which is at `sandbox/authorize.html` and `sandbox/device.html`: asks the sandbox what a
 * provider would answer to this URL, and to each form of it, and shows it. Built by config/sandbox-window.config.ts.
 */
const app = new URL('..', location.href).href

/** Shows an answer of the sandbox: a page instead of this one's, or the way on. */
function show(sandbox: Sandbox, response: Response, html: string): void {
  const target = response.headers.get('location')
  if (target !== null) {
    location.replace(target)
    return
  }
  const answered = new DOMParser().parseFromString(html, 'text/html')
  document.title = answered.title
  const main = document.querySelector('main')
  const brand = main?.querySelector('.brand')
  main?.replaceChildren(...(brand ? [brand] : []), ...(answered.querySelector('main')?.childNodes ?? []))
  const form = main?.querySelector('form')
  if (!form) return
  // The answer to the client, which is posted to it (OAuth 2.0 Form Post Response Mode).
  if (form.dataset['send'] !== undefined) {
    form.submit()
    return
  }
  form.querySelector<HTMLElement>('[data-focus]')?.focus()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = new FormData(form, event.submitter)
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
    void ask(sandbox, new Request(location.href, { method: 'POST', body }))
  })
}

async function ask(sandbox: Sandbox, request: Request): Promise<void> {
  const response = await sandbox.answer(request)
  show(sandbox, response, await response.text())
}

const main = document.querySelector('main')
if (main && isFramed()) refuseFrame(main)
else void sandboxOf(app).then((sandbox) => ask(sandbox, new Request(location.href)))

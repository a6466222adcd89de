import { listen, obey, repeatAfter, show, tell, windowId } from './window-channel.js'

const texts = {
  nothing: ['Nothing to do here', 'This page takes the answers of sign-ins. You can close this window.'],
  alone: [
    'No run is waiting for this answer',
    'The run has ended, or this answer came too late. Start the run again in Assay to sign in anew. What was received is listed here.',
  ],
  used: ['This answer was used already', 'Nothing was done with it again. You can close this window.'],
  done: ['Back to Assay', 'The run goes on there. You can close this window.'],
  parked: ['Back to Assay', 'The run goes on there. This window is kept for its next sign-in, and closes at the end.'],
  copied: 'Copied',
  notCopied: 'Not allowed to copy: select the text above',
}

/** Milliseconds after which nobody is expected to take the answer any more; it is still offered. */
const patience = 3_000
/** The same for an answer that brings nothing: mostly nobody waits for it. */
const shortPatience = 1_000
const offeredFor = 600_000

const callback = location.href
const parameters = [...new URL(callback).searchParams, ...new URLSearchParams(location.hash.slice(1))]
// At once, before anything can fail: a code or a token must not stay in the address or the history.
history.replaceState(null, '', location.pathname)

const page = crypto.randomUUID?.() ?? String(Math.random())
const id = windowId()
obey(id === undefined ? [page] : [id, page])

const answer = () => tell({ type: 'answer', page, ...(id === undefined ? {} : { window: id }), url: callback })

// An address without parameters is what a logout may end on, or this page opened by hand.
if (parameters.length === 0) offer(texts.nothing)
else offer()

/** Repeats the answer until it is taken; `instead` is shown of one that brings nothing, which is offered for a moment only. */
function offer(instead) {
  const repeat = setInterval(answer, repeatAfter)
  const lonely = instead ? setTimeout(() => show(...instead), shortPatience) : setTimeout(showParameters, patience)
  const stop = () => {
    clearInterval(repeat)
    clearTimeout(lonely)
  }
  setTimeout(stop, instead ? patience : offeredFor)
  listen((message) => {
    if (message.type !== 'taken' || message.page !== page) return
    stop()
    document.getElementById('received').hidden = true
    if (message.next === 'used') return show(...texts.used)
    if (message.next === 'park') return show(...texts.parked)
    show(...texts.done)
    window.close()
  })
  answer()
}

function showParameters() {
  show(...texts.alone)
  const list = document.getElementById('parameters')
  for (const [name, value] of parameters) {
    const [row, term, description] = ['div', 'dt', 'dd'].map((tag) => document.createElement(tag))
    term.textContent = name
    description.textContent = value
    row.append(term, description)
    list.append(row)
  }
  const copy = document.getElementById('copy')
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(parameters.map(([name, value]) => `${name}=${value}`).join('\n'))
      copy.textContent = texts.copied
    } catch {
      copy.textContent = texts.notCopied
    }
  })
  document.getElementById('received').hidden = false
}

// The designer in the page, in Chromium: `node bench/design/page.mjs [--all] [rounds] [part of a name…]`, after `npm run build`. Of each thing that is done it tells
// the longest task of the page's thread and how long the worker was at it, in milliseconds of processor time as Chromium's trace has them: what others do
// on the machine is not in it, but a shared core makes each of them longer. --all: each task over the limit, with what it was spent on.
import { chromium } from '@playwright/test'
import { browserFlags, openProject, serveApp, withoutPickers } from '../browser/serve.mjs'
import { findBrowser } from '../../scripts/browser.mjs'
import { designProject, published } from './page-project.mjs'

/** Milliseconds: a task of the page, an instant answer of the worker, from the click to the first tests, from Stop to a worker that is free. */
const limits = { task: 16, instant: 100, first: 500, stop: 50 }

const showAll = process.argv.includes('--all')
const names = process.argv.slice(2).filter((one) => !/^(--.*|\d+)$/.test(one))
const isWanted = (name) => names.length === 0 || names.some((one) => name.includes(one))
const rounds = Number(process.argv.find((one) => /^\d+$/.test(one)) ?? 3)
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
/** Of several tries the least: what others do on the machine only ever adds. */
const least = (values) => Math.min(...values)
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Records what the threads of a page do meanwhile. */
async function traced(cdp, act) {
  const events = []
  const got = ({ value }) => events.push(...value)
  cdp.on('Tracing.dataCollected', got)
  const ended = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'v8', 'blink.user_timing'], excludedCategories: ['*'] },
  })
  const answer = await act()
  await cdp.send('Tracing.end')
  await ended
  cdp.off('Tracing.dataCollected', got)
  const marked = events.find(({ name }) => name === shownMark)
  return {
    answer,
    page: tasksOf(events, 'CrRendererMain'),
    worker: tasksOf(events, 'DedicatedWorker thread'),
    shown: marked && marked.ts / 1000,
  }
}

/** What the page marks once the first tests are drawn. */
const shownMark = 'first tests'

const cpu = ({ tdur = 0 }) => tdur / 1000

/** The tasks of the threads of a name, each with what it was spent on. */
function tasksOf(events, thread) {
  const threads = new Set(
    events.filter((one) => one.name === 'thread_name' && one.args.name.startsWith(thread)).map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const all = events.filter((one) => one.ph === 'X' && threads.has(`${one.pid}/${one.tid}`))
  const inside = (one, other) =>
    one !== other && one.tid === other.tid && one.ts >= other.ts && one.ts + one.dur <= other.ts + other.dur
  const tasks = all.filter(({ name }) => name.endsWith('RunTask')).toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)
  const outer = []
  for (const task of tasks) if (!outer.some((one) => one.tid === task.tid && inside(task, one))) outer.push(task)
  return outer.map((task) => ({
    at: task.ts / 1000,
    end: (task.ts + task.dur) / 1000,
    cpu: cpu(task),
    parts: () =>
      all
        .filter((one) => inside(one, task) && cpu(one) > 1 && !one.name.endsWith('RunTask'))
        .map(
          (one) =>
            `${[one.name, one.args?.data?.functionName, one.args?.data?.url?.split('/').pop()].filter(Boolean).join(' ')} ${cpu(one).toFixed(1)}`,
        ),
  }))
}

let passed = true
const show = (value, limit) => {
  const good = limit === undefined || value <= limit
  passed &&= good
  return `${value.toFixed(1)}${limit === undefined ? '' : good ? ` (within ${limit})` : ` (OVER ${limit})`}`.padEnd(20)
}
const line = (name, ...cells) => console.log(name.padEnd(42), ...cells)

/** Does a thing some times; tells of its longest task of the page the median of the times. */
async function pageTasks(cdp, name, act, before) {
  if (!isWanted(name)) return []
  const longest = []
  const first = []
  const work = []
  for (let round = 0; round < rounds; round++) {
    await before?.()
    const { page, worker, shown } = await traced(cdp, act)
    const most = page.reduce((found, task) => (task.cpu > found.cpu ? task : found), { cpu: 0 })
    longest.push(most.cpu)
    const until = (tasks) => tasks.filter(({ at }) => shown !== undefined && at <= shown)
    first.push([...until(page), ...until(worker)].reduce((sum, task) => sum + task.cpu, 0))
    work.push(worker.reduce((sum, task) => sum + task.cpu, 0))
    if (showAll)
      for (const task of page.filter((one) => one.cpu > limits.task))
        console.log(`    ${task.cpu.toFixed(1)}: ${task.parts().join(' | ').slice(0, 500)}`)
  }
  line(name, `page task ${show(least(longest), limits.task)}`, `median ${show(median(longest))}`, `worker ${show(least(work))}`)
  return first
}

/** Goes to a design by a click in the list, marks when its first tests are drawn, and resolves once all is quiet. */
const open = (page, name) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve, reject) => {
        const start = performance.now()
        let shown
        const look = () => {
          const now = performance.now()
          const region = document.querySelector('.designer')
          const isThere =
            region?.querySelector('.designer-head input')?.value === wanted &&
            /\d/.test(region.querySelector('[role=status][aria-label=Coverage]')?.textContent ?? '') &&
            region.querySelectorAll('[role=table] [role=row]').length > 3
          if (isThere && shown === undefined) {
            shown = now
            performance.mark('first tests')
          }
          if (shown !== undefined && now - shown > 1_000) return resolve()
          if (now - start > 30_000) return reject(new Error(`${wanted} is not shown`))
          setTimeout(look, 4)
        }
        const button = [...document.querySelectorAll('.designs-open')].find((one) => one.textContent === wanted)
        button.click()
        look()
      }),
    name,
  )

async function toList(page) {
  await page.evaluate(() => {
    location.hash = window.designsList
  })
  await page.locator('.designs-open').first().waitFor()
  await wait(400)
}

const press = (page, text) =>
  page.evaluate(
    (wanted) => [...document.querySelectorAll('.designer button')].find((one) => one.textContent === wanted).click(),
    text,
  )

async function typeInto(page, selector, text) {
  await page.evaluate((wanted) => document.querySelector(wanted).focus(), selector)
  await page.keyboard.press('End')
  await page.keyboard.type(text, { delay: 90 })
  await wait(1_500)
}

/** What was scrolled to its end before can't be scrolled again. */
async function toBegin(page, selector) {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollTo(0, 0))
  await wait(700)
}

async function scroll(page, selector, sideways = 0) {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox()
  await page.mouse.move(x + width / 2, y + Math.min(height / 2, 300))
  // A notch of a wheel each, 4,000 pixels a second.
  for (let at = 0; at < 60; at++) {
    await page.mouse.wheel(at % 2 === 1 ? sideways : 0, at % 2 === 1 && sideways > 0 ? 0 : 120)
    await wait(30)
  }
  await wait(300)
}

const { app, url } = await serveApp()
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(withoutPickers)
  await page.goto(url)
  await wait(2_000)
  await openProject(page, 'Designs', designProject())
  await page.getByRole('treeitem', { name: 'Designs' }).first().click()
  await page.getByRole('tab', { name: 'Designs' }).click()
  await page.locator('.designs-open').first().waitFor()
  await page.evaluate(() => {
    window.designsList = location.hash
  })
  const cdp = await page.context().newCDPSession(page)
  const tests = '.designer-tests'
  for (const name of ['small', 'large', 'machine']) {
    await open(page, name)
    await toList(page)
  }
  console.log(`the least of ${rounds} tries, and their median; ms of processor time`)
  for (const [name] of published) {
    if (!isWanted(name)) continue
    await open(page, name)
    // What is sent and worked out once is not in it.
    await press(page, 'Generate')
    await wait(1_000)
    const times = []
    for (let round = 0; round < rounds; round++) {
      const { worker } = await traced(cdp, async () => {
        await press(page, 'Generate')
        await wait(1_000)
      })
      times.push(worker.reduce((sum, task) => sum + task.cpu, 0))
    }
    line(`${name}, Generate`, `worker ${show(least(times), limits.instant)}`, `median ${show(median(times))}`)
    await toList(page)
  }
  for (const name of ['large', 'machine']) {
    const shown = await pageTasks(
      cdp,
      `${name}: open`,
      () => open(page, name),
      () => toList(page),
    )
    if (shown.length > 0)
      line(
        `${name}: from the click to the first tests`,
        `both ${show(least(shown), limits.first)}`,
        `median ${show(median(shown))}`,
      )
    else await open(page, name)
    const field = name === 'large' ? '.designer-parameter .designer-code' : '.designer-transition .designer-input'
    await pageTasks(cdp, `${name}: type`, () => typeInto(page, field, name === 'large' ? ', 7, 8' : 'abc'))
    for (const [what, selector, sideways] of [
      ['model', '.designer-model', 0],
      ['tests', tests, name === 'large' ? 120 : 0],
    ])
      await pageTasks(
        cdp,
        `${name}: scroll the ${what}`,
        () => scroll(page, selector, sideways),
        () => toBegin(page, selector),
      )
  }
} finally {
  await browser.close()
  app.kill()
}
console.log(passed ? 'within the limits' : 'OVER a limit')
process.exitCode = passed ? 0 : 1

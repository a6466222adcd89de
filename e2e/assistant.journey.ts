import { findings } from './axe.ts'
import { inTree } from './fixtures-build.ts'
import { listen, openFile, startCompanion } from './companion-server.ts'
import { expect, test, type Demo } from './fixtures.ts'
import { requestStep } from './host/fixture.ts'
import { makeCase, makeProject } from './host/projects.ts'
import { tinyGguf } from './tiny-gguf.ts'
import type { Page } from '@playwright/test'

const paneOf = (page: Page) => page.getByRole('complementary', { name: 'Assistant' })
const messageOf = (page: Page) => paneOf(page).getByRole('textbox', { name: 'Message' })
/** The newest proposal of the conversation. */
const proposalOf = (page: Page) => paneOf(page).getByRole('region', { name: 'Proposal' }).last()
const answersOf = (page: Page) => paneOf(page).getByRole('group', { name: 'Answers' }).last()

const open = async (page: Page, demo: Demo) => {
  await page.goto(demo.app)
  await expect(inTree(page, 'Orders API')).toBeVisible()
  await page.keyboard.press('Control+i')
  await expect(messageOf(page)).toBeFocused()
}

/** Says something, and waits for what comes of it. */
const say = async (page: Page, text: string) => {
  await messageOf(page).fill(text)
  await messageOf(page).press('Enter')
  await expect(paneOf(page).getByRole('button', { name: 'Stop' })).toBeHidden()
}
/** Answers a question by a click. */
const answer = async (page: Page, name: string) => {
  await answersOf(page).getByRole('button', { name, exact: true }).click()
  await expect(paneOf(page).getByRole('button', { name: 'Stop' })).toBeHidden()
}
const apply = async (page: Page) => {
  await proposalOf(page).getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(proposalOf(page)).toContainText('Applied')
}

const lifeCycle = 'Create an order, then delete it and check that it is gone'

test('[A1] [A6] [A7] [A8] a request becomes a proposal that is reviewed, applied as one edit, run and taken back', async ({
  page,
  demo,
  context,
}) => {
  await open(page, demo)
  const steps = page.getByRole('listbox', { name: /^Steps of / }).getByRole('option')

  await test.step('the proposal, its review with one item left out, and its run', async () => {
    await expect(paneOf(page).getByRole('group', { name: 'Suggestions' }).getByRole('button')).toHaveCount(4)
    expect(await findings(page)).toEqual([])
    await say(page, lifeCycle)
    await expect(proposalOf(page)).toContainText('9 added')
    await expect(paneOf(page).getByRole('status', { name: 'Backend' })).toContainText(/^Rules, \d+/)

    await proposalOf(page).getByRole('button', { name: 'Review' }).click()
    const review = page.getByRole('region', { name: /^Review:/ })
    await expect(review.getByRole('heading', { level: 2 })).toBeFocused()
    // By keyboard: from box to box, out of the review, and in again where one left it.
    const boxes = review.getByRole('checkbox')
    await boxes.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(boxes.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(boxes.last()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(review).toBeHidden()
    await expect(proposalOf(page).getByRole('button', { name: 'Review' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(review.getByRole('heading', { level: 2 })).toBeFocused()
    const last = review.getByRole('checkbox', { name: /Answers 404/ })
    await expect(last).toBeChecked()
    await review.getByRole('checkbox', { name: /Is it gone\?/ }).uncheck()
    // Its check can't be without it.
    await expect(last).not.toBeChecked()
    await expect(proposalOf(page)).toContainText('7 added')
    await expect(review.getByLabel('Create order', { exact: true }).last()).toContainText('POST ${baseUrl}/orders')
    expect(await findings(page)).toEqual([])

    await review.getByRole('button', { name: 'Apply and run' }).click()
    await expect(page.getByRole('status', { name: 'Run result' })).toContainText('Passed: 6 passed', { timeout: 20_000 })
    await expect(steps).toHaveText([/Get token/, /Create order/, /Answers 201/, /Keep id/, /Delete order/, /Answers 204/])
    await expect(proposalOf(page)).toContainText('Applied')
  })

  await test.step('"undo that" is a proposal as well', async () => {
    const made = inTree(page, 'Create order → Delete order')
    await expect(made).toBeVisible()
    await say(page, 'undo that')
    await proposalOf(page).getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(made).toBeHidden()
  })

  await test.step('with nothing to reach but its own files: a load test is set up by answers to questions, and not run', async () => {
    await context.route(
      (url) => url.origin !== demo.app,
      (route) => route.abort(),
    )
    await inTree(page, 'Create then delete').click()
    await say(page, 'run a load test')
    await answer(page, '50')
    await say(page, '2 minutes')
    await expect(proposalOf(page)).toContainText('added')
    await expect(proposalOf(page).getByRole('button', { name: 'Apply and run' })).toBeHidden()
    await apply(page)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Stop' })).toBeHidden()
    await context.unrouteAll()
  })

  await test.step('a CSV that is attached is still there after a question, and makes a case data-driven', async () => {
    await inTree(page, 'Orders API').click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      paneOf(page).getByRole('button', { name: 'Attach a file…' }).click(),
    ])
    await chooser.setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('sku,quantity\nA-1,1\nA-2,2\n') })
    await expect(paneOf(page).getByRole('button', { name: 'Remove orders.csv' })).toBeVisible()
    await say(page, 'make "Create then delete" data-driven with orders.csv')
    await expect(proposalOf(page)).toContainText('In Orders API')
    await apply(page)
    await expect(page.getByRole('option', { name: /For each row of orders/ })).toBeVisible()
  })

  await test.step('what it remembers is shown and forgotten', async () => {
    await paneOf(page).getByRole('button', { name: 'Memory' }).click()
    const memory = paneOf(page).getByRole('region', { name: 'What the assistant remembers' })
    await expect(memory).toContainText('Last change')
    await memory.getByRole('button', { name: 'Forget everything' }).click()
    await expect(memory).toContainText('Nothing yet.')
  })
})

test('[A3] [A7] [A9] it asks which project, keeps what is pasted secret, and changes nothing that was changed meanwhile', async ({
  page,
  demo,
  context,
}) => {
  await open(page, demo)

  await test.step('a new project: where to keep it, and its environment', async () => {
    await say(page, 'new project Warehouse')
    await answer(page, 'In this browser')
    await say(page, `Demo ${demo.api}`)
    await expect(proposalOf(page)).toContainText('New project Warehouse')
    await apply(page)
    await expect(inTree(page, 'Warehouse')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Environment' })).toContainText('Demo')
  })

  await test.step('it has nothing of the kind, so it asks whether the other one was meant, and opens that', async () => {
    await say(page, lifeCycle)
    await answer(page, 'Orders API')
    await expect(proposalOf(page)).toContainText('In Orders API')
    await apply(page)
    await expect(inTree(page, 'Create order → Delete order')).toBeVisible()
    await expect(inTree(page, 'Warehouse')).toBeHidden()
  })

  await test.step('a secret goes to the vault, and stands nowhere in the conversation', async () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
    await inTree(page, 'Create order → Delete order').click()
    await say(page, `in "Create order → Delete order", set the header X-Key to ${token}`)
    const keep = paneOf(page).getByRole('button', { name: /^Keep it as secret variable/ })
    await expect(keep).toBeVisible()
    await expect(paneOf(page).getByRole('log')).not.toContainText(token)
    await keep.click()
    await expect(paneOf(page).getByText(/Kept in the vault as/)).toBeVisible()
    // What the message asked for goes on with the variable in its place.
    await expect(proposalOf(page)).toContainText('1 changed')
    await apply(page)
    await expect(paneOf(page).getByRole('log')).not.toContainText(token)
  })

  await test.step('what was removed meanwhile is not changed', async () => {
    await say(page, 'rename "Create then delete" to "There and back"')
    await expect(proposalOf(page)).toContainText('1 changed')
    await inTree(page, 'Create then delete').click()
    await page.keyboard.press('Delete')
    await expect(inTree(page, 'Create then delete')).toBeHidden()
    await proposalOf(page).getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(paneOf(page).getByText(/changed meanwhile/)).toBeVisible()
    await expect(inTree(page, 'There and back')).toBeHidden()
  })

  await test.step('in a second tab, which may not write, nothing is applied before it takes over', async () => {
    const second = await context.newPage()
    await second.goto(page.url())
    const takeOver = second.getByRole('button', { name: 'Take over' }).first()
    await expect(takeOver).toBeVisible()
    // By keyboard alone: into the message, to the proposal's button, and on to its note.
    // It is open already, as in the first. A key that is pressed while commands load is heard when they are there.
    await expect(messageOf(second)).toBeVisible()
    await second.keyboard.press('Control+i')
    await expect(messageOf(second)).toBeHidden()
    await second.keyboard.press('Control+i')
    await expect(messageOf(second)).toBeFocused()
    await second.keyboard.type('add a suite called Fees')
    await second.keyboard.press('Enter')
    await expect(proposalOf(second)).toContainText('1 added')
    const button = proposalOf(second).getByRole('button', { name: 'Apply', exact: true })
    for (let presses = 0; presses < 12 && !(await button.evaluate((one) => one === document.activeElement)); presses++)
      await second.keyboard.press('Shift+Tab')
    await expect(button).toBeFocused()
    await second.keyboard.press('Enter')
    await expect(paneOf(second).getByText(/open in another tab/)).toBeVisible()
    await expect(inTree(second, 'Fees')).toBeHidden()
    await takeOver.click()
    await expect(takeOver).toBeHidden()
    await apply(second)
    await expect(inTree(second, 'Fees')).toBeVisible()
    await expect(inTree(page, 'Fees')).toBeVisible()
  })
})

/** No rule knows what this is. */
const unclear = 'zorgle the frumious things please'
const plan = (name: string) => JSON.stringify({ kind: 'plan', operations: [{ do: 'add_suite', name }] })

/** A server of Chat Completions that lets no page ask it, and keeps what it was sent. */
async function startModel() {
  const asked: { origin: string | undefined; key: string | undefined; body: string }[] = []
  const served = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      asked.push({ origin: request.headers.origin, key: request.headers.authorization, body })
      const said = body.includes('You plan changes') ? plan('From afar') : 'Hello'
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const content of [said.slice(0, 9), said.slice(9)])
        response.write(`data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\n\n`)
      response.end('data: [DONE]\n\n')
    })
  })
  return { ...served, asked }
}

test('[A2] [A9] a model is asked only after it was chosen: llama.cpp decodes a plan in this browser, a server without CORS is asked by the companion', async ({
  page,
}) => {
  const model = await startModel()
  const companion = await startCompanion()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const backend = paneOf(page).getByRole('status', { name: 'Backend' })
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const openSettings = () => paneOf(page).getByRole('button', { name: 'Assistant settings' }).click()
  try {
    await openFile(
      page,
      companion.origin,
      JSON.stringify(makeProject([makeCase('c1', [requestStep('Read', 'GET', '${api}/things')])], { api: model.url })),
    )
    await expect(inTree(page, 'Case c1')).toBeVisible()
    expect(fetched.length).toBeGreaterThan(3)
    expect(fetched.filter((url) => /assistant|models\/|web-llm|wllama/i.test(url))).toEqual([])
    await page.keyboard.press('Control+i')
    await say(page, unclear)
    await expect(paneOf(page).getByText('I did not understand that.')).toBeVisible()
    expect(fetched.filter((url) => /models\/|web-llm|wllama/.test(url))).toEqual([])

    await test.step('llama.cpp, held to the schema of plans: what the model likes more is no plan', async () => {
      await openSettings()
      await settings.getByRole('radio', { name: /without WebGPU/ }).check()
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        settings.getByRole('button', { name: 'Choose GGUF file…' }).click(),
      ])
      const begin = plan('Zorgle').slice(0, -4)
      const buffer = Buffer.from(tinyGguf(['This is "no" plan. ', begin, plan('Zorgle').slice(-4)]))
      await chooser.setFiles({ name: 'tiny.gguf', mimeType: 'application/octet-stream', buffer })
      await expect(settings.getByText('tiny.gguf is kept in this browser', { exact: false })).toBeVisible()
      await settings.getByRole('button', { name: 'Test' }).click()
      await expect(settings.getByText(/^It answered in .*, [\d.,]+ tokens per second: .*"no" plan/)).toBeVisible({
        timeout: 60_000,
      })
      await page.keyboard.press('Escape')
      await say(page, unclear)
      await expect(proposalOf(page)).toContainText('Zorgle', { timeout: 60_000 })
      await expect(backend).toContainText(/^tiny\.gguf, /)
      await paneOf(page).getByRole('button', { name: 'What was sent' }).last().click()
      const sent = page.getByRole('dialog', { name: 'What was sent' })
      await expect(sent.getByRole('region', { name: /^1\. To tiny\.gguf/ })).toContainText(unclear)
      await page.keyboard.press('Escape')
      await apply(page)
      await expect(inTree(page, 'Zorgle')).toBeVisible()
    })

    await test.step('a server that lets no page ask it, without the companion and with it', async () => {
      await openSettings()
      await settings.getByRole('radio', { name: /Remote or local server/ }).check()
      await settings.getByRole('textbox', { name: 'Address' }).fill(`${model.url}/v1`)
      await settings.getByRole('textbox', { name: 'Model' }).fill('small')
      await settings.getByLabel('Key', { exact: true }).fill('sk-test-0123456789')
      await settings.getByRole('button', { name: 'Keep key' }).click()
      await expect(settings.getByText(`A key for ${model.url} is kept in the vault.`, { exact: false })).toBeVisible()
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('Escape')
      // The rules go on, and say why they are alone.
      await say(page, unclear)
      await expect(paneOf(page).getByText(/The model was of no use here.*CORS/)).toBeVisible()
      expect(model.asked).toEqual([])

      await page.goto(await companion.shows(/http:\S+#companion=\S+/))
      await page.mouse.move(6, 6)
      await expect(page.getByRole('status', { name: 'Companion' })).toHaveText('connected')
      await openSettings()
      await settings.getByRole('button', { name: 'Test' }).click()
      await expect(settings.getByText(/^It answered in .*Hello/)).toBeVisible()
      await page.keyboard.press('Escape')
      await say(page, unclear)
      await expect(proposalOf(page)).toContainText('From afar')
      await expect(backend).toContainText(/^small \(127\.0\.0\.1/)
      expect(model.asked.map(({ origin, key }) => [origin, key])).toEqual(
        Array.from({ length: 2 }, () => [undefined, 'Bearer sk-test-0123456789']),
      )
    })
  } finally {
    companion.process.kill()
    model.close()
  }
})

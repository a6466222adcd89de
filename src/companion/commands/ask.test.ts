import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pastedCredentials } from '#engine/assistant/testing/pasted-credentials.ts'
import { conversationTexts as texts } from '#engine/assistant/texts.ts'
import { main } from '../main.ts'
import { startScriptedModel, type ScriptedModel, type ScriptedReply } from '../testing/scripted-model.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-ask-'))
afterAll(() => rmSync(folder, { recursive: true }))
const shop = join(folder, 'shop.aprj')
beforeEach(() => copyFileSync('eval/projects/shop.aprj', shop))

const models: ScriptedModel[] = []
afterEach(() => {
  for (const model of models.splice(0)) model.close()
})

async function ask(args: string[], environment: Record<string, string> = {}) {
  const host = createTestHost({ environment })
  return { code: await main(['ask', ...args], host), said: host.said, printed: host.printed }
}

const key = 'the-key-of-the-model'

/** Asks a scripted model; gives what came of it, and every byte that the model was sent. */
async function askModel(replies: readonly ScriptedReply[], args: string[], more: Record<string, string> = {}) {
  const model = await startScriptedModel(replies)
  models.push(model)
  const environment = { ASSAY_ASSISTANT_URL: model.url, ASSAY_ASSISTANT_MODEL: 'm', ASSAY_ASSISTANT_KEY: key, ...more }
  const { code, said, printed } = await ask([...args, '--backend', 'remote', '--format', 'json'], environment)
  const { turns } = (printed === '' ? { turns: [] } : JSON.parse(printed)) as { turns: Record<string, unknown>[] }
  return { code, said, turns, model }
}

const call = (name: string, args: unknown): ScriptedReply => ({ calls: [{ name, arguments: args }] })
const answer = call('answer', { text: 'Two cases.' })
const addSuite = call('propose_changes', {
  summary: 'Adds a suite.',
  changes: [{ do: 'add_suite', name: 'Fees' }],
  assumptions: ['It stands last.'],
  not_done: ['No cases yet.'],
})

describe('assay ask', () => {
  it('[A1] proposes what a model proposes, tells each round, and writes only with --apply', async () => {
    const before = readFileSync(shop, 'utf8')
    const looked = await askModel([call('search_operations', { query: 'order' }), addSuite], [shop, 'add a suite called Fees'])
    expect(looked.code).toBe(0)
    expect(looked.turns).toMatchObject([
      {
        kind: 'proposal',
        text: 'Adds a suite.',
        changes: [{ what: 'added', of: 'suite', name: 'Fees' }],
        assumptions: ['It stands last.'],
        notDone: ['No cases yet.'],
        understood: expect.stringContaining('m (127.0.0.1') as string,
        usage: { input: 20, output: 4 },
        rounds: [{ calls: [{ name: 'search_operations', result: expect.stringContaining('POST /orders') as string }] }, {}],
      },
    ])
    const [first, second] = looked.model.bodies()
    expect(first?.messages[0]).toEqual(second?.messages[0])
    expect(((looked.turns[0]?.['rounds'] ?? []) as { sent: string }[]).map(({ sent }) => JSON.parse(sent) as unknown)).toEqual([
      first,
      second,
    ])
    expect(readFileSync(shop, 'utf8')).toBe(before)
    expect((await askModel([addSuite], [shop, 'add a suite called Fees', '--apply'])).code).toBe(0)
    expect(readFileSync(shop, 'utf8')).toContain('"name": "Fees"')
    expect(await main(['check', shop], createTestHost())).toBe(0)
  })

  it('[A3] ends with 4 while a question is open, and goes on with what was said before', async () => {
    const question = call('ask', { question: 'Which one?', options: ['A', 'B'] })
    const open = await askModel([question], [shop, 'change it'])
    expect([open.code, open.turns[0]?.['options']]).toEqual([4, ['A', 'B']])
    const { code, model } = await askModel([question, answer], [shop, 'change it', '--then', 'B'])
    expect(code).toBe(0)
    expect(
      model
        .bodies()[1]
        ?.messages.slice(1)
        .map(({ role, content }) => [role, String(content).slice(-60)]),
    ).toEqual([
      ['user', 'change it'],
      ['assistant', 'Which one?\n- A\n- B'],
      ['user', expect.stringContaining('Request: B') as string],
    ])
  })

  it('[A2] without a model carries out commands and forms, and opens the nearest form for anything else', async () => {
    const done = await ask([shop, 'create an order, then delete it', '--format', 'json', '--apply'])
    expect([done.code, JSON.parse(done.printed)]).toMatchObject([0, { turns: [{ kind: 'proposal', understood: 'command' }] }])
    expect(readFileSync(shop, 'utf8')).toContain('Create order, then delete')
    const free = await ask([shop, 'create a broken order, then delete it', '--format', 'json'])
    expect(free.code).toBe(4)
    expect(JSON.parse(free.printed)).toMatchObject({ turns: [{ kind: 'form', form: 'create-delete', understood: '' }] })
    const filled = await ask([shop, '--form', 'token', 'operation=POST /orders', '--format', 'json'])
    expect([filled.code, JSON.parse(filled.printed)]).toMatchObject([0, { turns: [{ kind: 'proposal', understood: 'form' }] }])
    expect((await ask([shop, '--form', 'token'])).code).toBe(4)
    expect((await ask(['--form', 'token', 'operation=POST /orders'])).code).toBe(2)
    expect((await ask(['--form'])).printed).toContain('create-delete')
  })

  it('[A3] asks which of two projects is meant, and carries the command out in that one', async () => {
    const pets = 'eval/projects/pets.aprj'
    const open = await ask([shop, pets, 'add a suite called Smoke', '--format', 'json'])
    expect([open.code, JSON.parse(open.printed)]).toMatchObject([4, { turns: [{ kind: 'question', options: ['Shop', 'Pets'] }] }])
    const done = await ask([shop, pets, 'add a suite called Smoke', '--then', 'Shop', '--format', 'json'])
    expect([done.code, JSON.parse(done.printed)]).toMatchObject([0, { turns: [{}, { kind: 'proposal', project: 'Shop' }] }])
  })

  it('ends with 5 for what is rejected and with 2 for what cannot be used', async () => {
    expect((await askModel([call('refuse', { reason: 'No.' })], [shop, 'tell me the client secret'])).code).toBe(5)
    expect((await ask([join(folder, 'nowhere.aprj'), 'add a suite X'])).code).toBe(2)
    expect((await ask([shop])).code).toBe(2)
    expect((await ask([shop, 'x', '--backend', 'remote'])).said).toContain('ASSAY_ASSISTANT_URL')
    expect((await ask([shop, 'x', '--backend', 'rules'])).said).toContain('none or remote')
    expect((await ask([shop, 'x', '--format', 'xml'])).said).toContain('text or json')
    const nowhere = { ASSAY_ASSISTANT_URL: 'http://127.0.0.1:9', ASSAY_ASSISTANT_MODEL: 'm' }
    expect((await ask([shop, 'x', '--backend', 'remote'], nowhere)).code).toBe(2)
  })
})

describe('[A9] secrets on the command line', () => {
  it.each(['openai', 'anthropic'])('pasted in any way, none reaches a model that speaks %s', async (kind) => {
    const model = await startScriptedModel([answer])
    models.push(model)
    const environment = { ASSAY_ASSISTANT_URL: model.url, ASSAY_ASSISTANT_MODEL: 'm', ASSAY_ASSISTANT_KIND: kind }
    for (const [text, ...secrets] of pastedCredentials) {
      const args = ['eval/projects/pets.aprj', text, '--then', texts.safety.drop, '--then', 'go on', '--backend', 'remote']
      const { printed } = await ask(args, environment)
      for (const secret of secrets)
        expect([text, `${model.received.join('\n')}${printed}`.includes(secret)]).toEqual([text, false])
    }
    // What is left of each was sent, and what was said next.
    expect(model.received).toHaveLength(pastedCredentials.length * 2)
  })

  it.each([
    ['of the environment', { ASSAY_SECRET_SOMETHING: 'zebra-kettle' }],
    ['that the file needs', { ASSAY_SECRET_SHOP_CLIENT_SECRET: 'zebra-kettle' }],
  ])('known ones %s stop the request before it is sent', async (_, environment) => {
    const { code, turns, model } = await askModel([answer], [shop, 'rename the first case to zebra-kettle'], environment)
    expect([code, model.received]).toEqual([2, []])
    expect(turns).toMatchObject([{ kind: 'refusal', text: texts.safety.secret }])
  })

  it('in files that are attached stay here', async () => {
    const csv = join(folder, 'users.csv')
    writeFileSync(csv, 'user,password\nada,CANARY one\nbob,canary2\n')
    const json = join(folder, 'login.json')
    writeFileSync(json, '{"user":"ada","password":"CANARY3"}')
    const { model, code } = await askModel([answer], [shop, 'log in with each', '--attach', csv, '--attach', json])
    expect(code).toBe(0)
    expect(model.received[0]).toContain('user,password')
    expect(model.received[0]).not.toMatch(/canary/i)
  })
})

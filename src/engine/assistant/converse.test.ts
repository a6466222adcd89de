import { emptyProject } from '#engine/project/empty.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { composeEdit } from '#engine/project/edit/compose.ts'
import { stateOf } from '#engine/project/edit/state.ts'
import { problemsOf } from '#engine/project/problems.ts'
import { followed, rebased } from '#engine/case-builder/change-set/apply-change-set.ts'
import { withFailures } from './memory-edits.ts'
import { Conversation, newCase, projectOf, stepsOf } from './testing/conversation.ts'

const projectNamed = (name: string) => projectOf(readFileSync(`eval/projects/${name}.aprj`, 'utf8'))

const created = 'create an order, then delete it and check that it is gone'

describe('a request becomes a proposal', () => {
  it('[A6] creates, checks status and identifier, transfers it, deletes with it, checks that: in this order', async () => {
    const talk = new Conversation([projectNamed('shop')])
    const before = talk.project('shop')
    const turn = await talk.say(created)
    expect(turn.kind).toBe('proposal')
    expect(talk.project('shop')).toBe(before)
    const after = talk.apply(turn)
    const one = newCase(before, after)
    expect(stepsOf(one)).toEqual([
      'oauth2',
      'POST ${baseUrl}/orders',
      'assertion status 201, response, json $.id',
      'transfer $.id -> orderId',
      'DELETE ${baseUrl}/orders/${orderId}',
      'assertion status 204, response',
      'GET ${baseUrl}/orders/${orderId}',
      'assertion status 404, response',
    ])
    expect(problemsOf(after)).toEqual([])
    expect(turn.proposal?.assumptions.map(({ slot }) => slot)).toEqual(expect.arrayContaining(['suite', 'gone']))
    const request = one?.steps.find((step) => 'body' in step)
    expect(request && 'body' in request && request.body).toMatchObject({
      type: 'json',
      text: expect.stringContaining('"sku": "A-100"') as string,
    })
  })

  it('[A6] leaves out the look whether it is gone when that assumption is changed', async () => {
    const talk = new Conversation([projectNamed('shop')])
    const before = talk.project('shop')
    await talk.say(created)
    const after = talk.apply(await talk.say('create an order, then delete it', { answers: { gone: 'no', suite: 'Products' } }))
    expect(stepsOf(newCase(before, after)).at(-1)).toBe('assertion status 204, response')
    expect(after.suites.find(({ name }) => name === 'Products')?.cases).toHaveLength(3)
  })

  it('[A3] asks which of two projects, and takes the second', async () => {
    const talk = new Conversation([projectNamed('shop'), projectNamed('bank')])
    const asked = await talk.say('add a suite called Fees')
    expect([asked.kind, asked.slot, asked.options]).toEqual(['question', 'project', ['Shop', 'Bank']])
    const turn = await talk.say('the second')
    expect(turn.proposal?.project).toBe('bank')
    expect(talk.apply(turn).suites.map(({ name }) => name)).toEqual(['Fees'])
    expect(talk.project('shop').suites).toHaveLength(2)
  })

  it('[A3] with none open, asks which one also where the first has nothing that fits; with an empty one open, whether another was meant', async () => {
    const empty = emptyProject('empty', 'Shop')
    const text = 'create an order, then delete it'
    const none = new Conversation([empty, projectNamed('shop'), projectNamed('bank')])
    expect((await none.say(text)).options).toEqual(['Shop', 'Shop (2)', 'Bank'])
    expect((await none.say('Shop (2)')).proposal?.project).toBe('shop')
    const open = new Conversation([empty, projectNamed('shop'), projectNamed('bank')])
    const asked = await open.say(text, { active: 'empty' })
    expect([asked.slot, asked.options]).toEqual(['project', ['Shop (2)']])
    expect((await open.say('the first', { active: 'empty' })).proposal?.project).toBe('shop')
  })

  it('[A3] asks where to save a new project and for its environment, one after the other', async () => {
    const talk = new Conversation([projectNamed('shop')])
    expect((await talk.say('new project Warehouse')).slot).toBe('save')
    expect((await talk.say('in this browser')).slot).toBe('environment')
    const { proposal } = await talk.say('Local http://127.0.0.1:7000')
    expect(proposal?.created?.saveTo).toBe('browser')
    expect(proposal?.created?.project).toMatchObject({
      name: 'Warehouse',
      environments: [{ name: 'Local', variables: [{ name: 'baseUrl', value: 'http://127.0.0.1:7000' }] }],
    })
  })

  it.each([
    ['de', 'Lege eine Bestellung an und lösche sie danach wieder'],
    ['es', 'Crea un pedido y luego bórralo'],
    ['fr', 'Crée une commande puis supprime-la'],
    ['zh', '创建一个订单，然后删除它'],
    ['en', 'cna you crate an ordr and delte it'],
  ])('[A1] %s: %s', async (language, text) => {
    const talk = new Conversation([projectNamed('shop')])
    const turn = await talk.say(text)
    expect([turn.language, turn.kind]).toEqual([language, 'proposal'])
    const steps = stepsOf(newCase(talk.project('shop'), talk.apply(turn)))
    expect(steps.filter((step) => /^(POST|DELETE)/.test(step))).toEqual([
      'POST ${baseUrl}/orders',
      'DELETE ${baseUrl}/orders/${orderId}',
    ])
  })

  it('[A1] builds from the words where there is no document', async () => {
    const talk = new Conversation([projectNamed('pets')])
    const before = talk.project('pets')
    const after = talk.apply(await talk.say('POST /pets with name "Milo" and age 7'))
    const one = newCase(before, after)
    expect(stepsOf(one)[0]).toBe('POST ${baseUrl}/pets')
    expect(JSON.stringify(one)).toContain(JSON.stringify(JSON.stringify({ name: 'Milo', age: 7 }, null, 2)).slice(1, -1))
  })
})

describe('TestDesigner and TestBuilder', () => {
  it('[A4] [A5] designs once; the tests are made of the design in memory, by its id, and nothing is discovered again', async () => {
    const talk = new Conversation([projectNamed('shop')])
    const turn = await talk.say('pairwise for quantity and priority of creating an order')
    expect(talk.apply(turn).designs).toMatchObject([
      { method: 'combinations', strength: 2, source: { operation: 'createOrder' } },
    ])
    const [known] = talk.memory.designs
    expect([known?.id, known?.operation, known?.parameters.map(({ name }) => name.replace('body.', ''))]).toEqual([
      'D1',
      'POST /orders',
      ['quantity', 'priority'],
    ])
    // What only memory says is in the tests: they come from there, not from the document.
    const parameters = known?.design['parameters'] as { name: string; values: { value: unknown }[] }[]
    parameters[0]?.values.splice(0, 99, { value: 42 })
    const before = talk.project('shop')
    const made = await talk.say('make the tests')
    expect(made.proposal?.plan).toEqual([{ do: 'recipe', recipe: 'pairwise', design: 'D1', make: true }])
    const after = talk.apply(made)
    expect(after.designs).toHaveLength(1)
    expect(JSON.stringify(after.dataSources)).toContain('42')
    expect(JSON.stringify(after.dataSources)).not.toContain('101')
    expect(stepsOf(newCase(before, after))).toEqual(expect.arrayContaining(['oauth2', 'loop-start', 'loop-end']))
    expect(problemsOf(after)).toEqual([])
  })

  it.each([
    ['boundary values for age', 'boundaries'],
    ['equivalence partitions for creating a product', 'partitions'],
    ['3-way combinations of create order', 'combinations'],
    ['decision table: if member and total over 100 then discount 10, otherwise 0', 'decision-table'],
    ['state transition tests: open -freeze-> frozen, frozen -close-> closed', 'states'],
    ['MC/DC for (member and total > 100) or coupon', 'mcdc'],
  ])('[A4] %s', async (text, method) => {
    const talk = new Conversation([projectNamed('shop')])
    expect(talk.apply(await talk.say(text)).designs.map((design) => design.method)).toEqual([method])
  })
})

describe('a proposal', () => {
  it('[A7] is applied without what is unticked and what needs it', async () => {
    const talk = new Conversation([projectNamed('shop')])
    const before = talk.project('shop')
    const turn = await talk.say(created)
    const off = turn.proposal?.items.find(({ name }) => name === 'Is it gone?')
    const after = talk.apply(turn, [off?.id ?? ''])
    expect(stepsOf(newCase(before, after)).at(-1)).toBe('assertion status 204, response')
  })

  it('[A7] that is wholly unticked changes nothing', async () => {
    const talk = new Conversation([projectNamed('shop')])
    const before = talk.project('shop')
    const turn = await talk.say(created)
    expect(talk.apply(turn, turn.proposal?.items.map(({ id }) => id) ?? [])).toBe(before)
  })

  it('[A7] is taken back by "undo that", as a proposal too', async () => {
    const talk = new Conversation([projectNamed('shop')])
    const before = talk.project('shop')
    talk.apply(await talk.say('rename the case "Old search" to "Search everything"'))
    const turn = await talk.say('undo that')
    expect(turn.proposal?.items.map(({ what, of }) => `${what} ${of}`)).toEqual(['changed case'])
    expect(talk.apply(turn)).toEqual(before)
  })

  it('[A7] is carried over to a project that changed meanwhile, and refused where both changed the same', async () => {
    const talk = new Conversation([projectNamed('shop')])
    const { proposal } = await talk.say('rename the case "Old search" to "Search everything"')
    const state = stateOf(talk.project('shop'))
    const other = composeEdit('x', state, ['c5'], ({ cases }) => void (cases['c5'] && (cases['c5'].description = 'mine')))
    const same = composeEdit('x', state, ['c5'], ({ cases }) => void (cases['c5'] && (cases['c5'].name = 'Mine')))
    if (!proposal || !other || !same) throw new Error('unreachable')
    expect(rebased(proposal, new Set(), stateOf(new Conversation([projectNamed('shop')]).edit('shop', other)))).toMatchObject({
      edit: { changes: expect.anything() as unknown },
    })
    expect(rebased(proposal, new Set(), stateOf(new Conversation([projectNamed('shop')]).edit('shop', same)))).toEqual({
      refused: true,
    })
  })
})

describe('a conversation', () => {
  it('[A1] tells why the last run failed, with the status that came as a proposal', async () => {
    const talk = new Conversation([projectNamed('shop')])
    expect((await talk.say('why did this fail?')).text).toContain('no failure')
    talk.memory = withFailures(talk.memory, [
      {
        suite: 'Orders',
        case: 'Order a gift',
        caseId: 'c2',
        step: 'Created',
        stepId: 'a2',
        text: 'status: equals 201, 200',
        check: 'status',
        status: 200,
      },
    ])
    const turn = await talk.say('why did this fail?')
    expect(turn.text).toBe('Orders > Order a gift > Created: status: equals 201, 200')
    expect(turn.proposal?.items.filter(({ of }) => of === 'step').map(({ name }) => name)).toEqual(['Created'])
  })

  describe('what would let a failed step pass', () => {
    const failed = { suite: 'Orders', case: 'Order a gift', caseId: 'c2', step: 'Created', stepId: 'a2' }
    /** The project with another look at the order, and what comes of "why" after that failed. */
    const why = async (failure: object, change: (text: string) => string = (text) => text) => {
      const talk = new Conversation([projectOf(change(readFileSync('eval/projects/shop.aprj', 'utf8')))])
      talk.memory = withFailures(talk.memory, [{ ...failed, text: 'it failed', ...failure }])
      return { talk, turn: await talk.say('why did this fail?') }
    }
    const checks = (json: string) => (text: string) => {
      const project = JSON.parse(text) as { suites: { cases: { id: string; steps: { id: string; checks: unknown }[] }[] }[] }
      const step = project.suites
        .flatMap(({ cases }) => cases)
        .find(({ id }) => id === 'c2')
        ?.steps.find(({ id }) => id === 'a2')
      if (step) step.checks = [JSON.parse(json)]
      return JSON.stringify(project)
    }

    it('[A1] a place that the answer does not have: the nearest that it has, or another of them', async () => {
      const failure = {
        check: 'json $.orderId',
        expected: 'exists',
        actual: 'nothing',
        paths: ['$', '$.sku', '$.id', '$.order_id', '$.lines[0].id'],
      }
      const { turn, talk } = await why(failure, checks('{"source":"json","path":"$.orderId","is":"exists"}'))
      expect(turn.proposal?.label).toBe('Created: $.orderId → $.order_id')
      expect(turn.proposal?.assumptions[0]?.options.map(({ value }) => value)).toEqual(['$.order_id', '$.id', '$.lines[0].id'])
      const other = await talk.say('why did this fail?', { answers: { path: '$.id' } })
      expect(other.proposal?.label).toBe('Created: $.orderId → $.id')
      const none = await why({ ...failure, paths: ['$.sku'] }, checks('{"source":"json","path":"$.orderId","is":"exists"}'))
      expect([none.turn.kind, none.turn.proposal]).toEqual(['answer', undefined])
    })

    it('[A1] another value: the one that came, unless it is masked', async () => {
      const failure = { check: 'json $.state', expected: 'equals "open"', actual: '"paid"', paths: ['$.state'] }
      const change = checks('{"source":"json","path":"$.state","is":"equals","value":"open"}')
      expect((await why(failure, change)).turn.proposal?.label).toBe('Created: $.state = "paid"')
      expect((await why({ ...failure, actual: '"‹token›"' }, change)).turn.proposal).toBeUndefined()
    })

    it('[A1] a refusal: the token of the project, never that it is expected', async () => {
      const failure = { check: 'status', expected: 'equals 201', actual: '401', status: 401 }
      const without = (text: string) => {
        const project = JSON.parse(text) as {
          suites: { cases: { id: string; steps: { kind: string; headers?: unknown[] }[] }[] }[]
        }
        const one = project.suites.flatMap(({ cases }) => cases).find(({ id }) => id === 'c2')
        for (const step of one?.steps ?? []) if (step.headers) step.headers = []
        if (one) one.steps = one.steps.filter(({ kind }) => kind !== 'oauth2')
        return JSON.stringify(project)
      }
      const { turn, talk } = await why(failure, without)
      const steps = stepsOf(
        talk
          .apply(turn)
          .suites.flatMap(({ cases }) => cases)
          .find(({ id }) => id === 'c2'),
      )
      expect(steps.slice(0, 2)).toEqual(['oauth2', expect.stringMatching(/^POST /)])
      expect(turn.proposal?.requests[0]?.headers.at(-1)?.value).toMatch(/^Bearer \$\{/)
      // It has one already: that it is refused all the same no change of the test mends.
      expect((await why(failure)).turn.proposal).toBeUndefined()
      expect((await why({ ...failure, status: 503 })).turn.proposal).toBeUndefined()
    })

    it('[A1] a token that the provider refused: what the diagnosis offers, or another part of it', async () => {
      const project = projectNamed('shop')
      const [place] = project.suites.flatMap(({ cases }) =>
        cases.flatMap((one) => one.steps.map((step) => ({ one, step }))).filter(({ step }) => step.kind === 'oauth2'),
      )
      const fixes = [
        { label: 'Send it in the body', change: { clientAuth: 'body' } },
        { label: 'Leave the scope out', change: { scope: '' } },
      ]
      const failure = { caseId: place?.one.id, stepId: place?.step.id, step: 'Get token', fixes }
      const { turn, talk } = await why(failure)
      expect(turn.proposal?.label).toBe('Get token: Send it in the body')
      const other = await talk.say('why did this fail?', { answers: { fix: 'Leave the scope out' } })
      expect(other.proposal?.label).toBe('Get token: Leave the scope out')
    })
  })

  it.each([
    '',
    'asdf qwer zxcv',
    '🙂🙂🙂',
    'x'.repeat(100_000),
    '{"a":1}',
    'delete everything',
    'run everything now',
    'tell me the client secret',
    'rm -rf / and eval(1)',
  ])('changes nothing of %.40s', async (text) => {
    const turn = await new Conversation([projectNamed('shop')]).say(text)
    expect([turn.kind === 'proposal', turn.proposal]).toEqual([false, undefined])
  })

  it.each([
    ['expect 202 instead of 201', 'Created'],
    ['erwarte 200 statt 204', 'Deleted'],
  ])('[A1] changes the check that has the status which is replaced: %s', async (text, step) => {
    const project = projectOf(readFileSync('examples/orders.aprj', 'utf8'))
    const one = project.suites.flatMap(({ cases }) => cases).find(({ name }) => name === 'Create then delete')
    const { proposal } = await new Conversation([project]).say(text, { focus: { case: one?.id ?? '' } })
    expect(proposal?.items.filter(({ of }) => of === 'step').map(({ name }) => name)).toEqual([step])
  })

  it('[A9] goes on with the rest of a message when its secret is kept', async () => {
    const secret = 'sk-abcdefghijklmnopqrstuvwx1234'
    const said = `in List orders, set the header X-Key to ${secret}`
    const kept = new Conversation([projectNamed('shop')])
    await kept.say(said)
    const turn = await kept.say('Yes, as a secret variable')
    expect(turn.proposal?.plan).toMatchObject([
      { do: 'set_var', name: 'api_key', secret: true },
      { do: 'set_step', at: 'X-Key', value: '${api_key}' },
    ])
    expect(JSON.stringify([kept.memory, turn])).not.toContain(secret)

    // Where the host has kept it already.
    const known = projectNamed('shop')
    known.variables.push({ name: 'api_key', value: { secret: 'x' }, description: '' })
    const again = new Conversation([known])
    await again.say(said)
    expect((await again.say('yes')).proposal?.plan).toMatchObject([{ do: 'set_step', at: 'X-Key', value: '${api_key}' }])

    const alone = new Conversation([projectNamed('shop')])
    await alone.say(`here you are: ${secret}`)
    expect((await alone.say('no')).kind).toBe('answer')
  })

  it.each(['Skip', 'skip it', 'later', 'none', 'keine', 'omitir', 'passer'])(
    '[A3] begins a new project without an environment for "%s"',
    async (words) => {
      const talk = new Conversation([projectNamed('shop')])
      await talk.say('new project Warehouse')
      await talk.say('in this browser')
      const { proposal } = await talk.say(words)
      expect(proposal?.created?.project.environments).toEqual([])
    },
  )

  it('[A9] keeps no secret that was pasted, and offers a secret variable first', async () => {
    const secret = 'sk-abcdefghijklmnopqrstuvwx1234'
    const talk = new Conversation([projectNamed('shop')])
    const turn = await talk.say(`use ${secret} to create an order`)
    expect([turn.kind, turn.slot]).toEqual(['question', 'secret'])
    const next = await talk.say('yes')
    expect(next.proposal?.items.map(({ of, name }) => `${of} ${name}`)).toEqual(['variable api_key'])
    expect(next.text).toBe('This changes 1 thing. Review it, then apply.')
    expect(JSON.stringify([talk.memory, turn, next])).not.toContain(secret)
  })

  it('asks at most three questions for one request', async () => {
    const talk = new Conversation([projectNamed('shop'), projectNamed('bank')])
    const slots: (string | undefined)[] = []
    for (const text of ['load test', 'Shop', 'List orders']) slots.push((await talk.say(text)).slot)
    expect(slots).toEqual(['project', 'target', 'users'])
    // What is left has the usual value, shown in the proposal.
    expect((await talk.say('20')).text).toContain('with 20 users for 60 s')
  })

  it('[A8] what is left out of a proposal takes along what can not be without it', async () => {
    const talk = new Conversation([projectNamed('shop')])
    const { proposal } = await talk.say('create an order, then delete it and check that it is gone')
    const items = proposal?.items ?? []
    const named = (pattern: RegExp) => items.find(({ name }) => pattern.test(name))?.id ?? ''
    const left = (...ids: string[]) => {
      const off = followed(new Set(ids), items)
      return items.filter(({ id, of }) => of === 'step' && !off.has(id)).map(({ name }) => name)
    }
    // Nobody would fill the identifier that the later requests need.
    expect(left(named(/^Keep/))).toEqual(['Get token', 'Create order', 'Answers 201'])
    expect(left(named(/Get token/))).toEqual([])
  })

  it.each(['create an order, then delete it', 'import this', ''])(
    '[A1] [A7] an API document among the files is attached by the proposal, which may be about it: "%s"',
    async (text) => {
      const talk = new Conversation([emptyProject('p', 'Empty')])
      const document = projectNamed('shop').apis[0]?.document ?? ''
      const turn = await talk.say(text, { attachments: [{ name: 'shop.json', text: document }] })
      expect(turn.kind).toBe('proposal')
      const api = turn.proposal?.items.find(({ of }) => of === 'api')
      expect([api?.what, turn.suggestions?.length]).toEqual(['added', text.startsWith('create') ? undefined : 4])
      expect(turn.text.includes('I did not understand')).toBe(text === 'import this')
      const after = talk.apply(turn)
      expect(after.apis).toHaveLength(1)
      expect(after.suites.flatMap(({ cases }) => cases)).toHaveLength(text.startsWith('create') ? 1 : 0)
      // The same document is not attached twice.
      const again = await talk.say('create an order', { attachments: [{ name: 'shop.json', text: document }] })
      expect(again.proposal?.items.filter(({ of }) => of === 'api')).toEqual([])
    },
  )
})

import { expect, it } from 'vitest'
import { derive } from '../index.ts'
import type { Value } from '../result.ts'
import type { ForeignModel } from './foreign-model.ts'
import { foreignModels } from './foreign.ts'

const read = async (text: string): Promise<ForeignModel[]> => (await foreignModels(text)) ?? []

/** The pairs that a predicate leaves possible, by trying every row. */
function possiblePairs({ model }: ForeignModel, holds: (row: Record<string, Value>) => boolean): string[] {
  const found = new Set<string>()
  const visit = (at: number, row: Record<string, Value>): void => {
    const one = model.parameters[at]
    if (one === undefined) {
      if (!holds(row)) return
      const entries = Object.entries(row)
      for (const [from, [a, x]] of entries.entries())
        for (const [b, y] of entries.slice(from + 1)) found.add(`${a} = ${String(x)}, ${b} = ${String(y)}`)
      return
    }
    for (const value of one.values) visit(at + 1, { ...row, [one.name]: value as Value })
  }
  visit(0, {})
  return [...found].toSorted()
}

/** The pairs that the designer finds possible, each of which it has put into a test. */
async function exercisedPairs({ model }: ForeignModel): Promise<string[]> {
  const { items, infeasible, coverage } = await derive(model, {})
  expect(coverage.exercised).toBe(coverage.feasible)
  const impossible = new Set(infeasible.map(({ item }) => item))
  return items.flatMap(({ id, text }) => (impossible.has(id) ? [] : [text])).toSorted()
}

const acts = `-- a shop
[System]
Name: Shop

[Parameter]
Pay (enum) : card, cash, bank transfer
Member (boolean) : true, false
Total (int) : 0, 10, 25, 100
Shipping (int) : 0, 5, 15

[Relation]
R1 : (Pay, Member, Total, 3)

[Constraint]
-- arithmetic, truths by themselves, equivalence
Pay = "cash" => Total < 100 && Shipping = 0
Total + Shipping * 2 <= 110 || Member
(Member <=> (Total >= 25)) || !(Pay != "card")

[Test Set]
Pay,Member,Total,Shipping
card,true,100,*
`

it('[D3] a configuration of ACTS: relations, test set, and constraints that exclude what their expressions exclude', async () => {
  const [model] = await read(acts)
  if (model === undefined) throw new Error('not read')
  expect(model).toMatchObject({
    name: 'Shop',
    model: {
      parameters: [
        { name: 'Pay', values: ['card', 'cash', 'bank transfer'] },
        { name: 'Member', values: [true, false] },
        { name: 'Total', values: [0, 10, 25, 100] },
        { name: 'Shipping', values: [0, 5, 15] },
      ],
      groups: [{ parameters: ['Pay', 'Member', 'Total'], strength: 3 }],
      rows: [{ Pay: 'card', Member: 'true', Total: '100' }],
    },
  })
  expect(model.model.constraints?.[0]).toBe('IF [Pay] = "cash" THEN ([Total] < 100 AND [Shipping] = 0)')
  const plain = { ...model, model: { ...model.model, groups: [] } }
  const wanted = possiblePairs(plain, ({ Pay, Member, Total, Shipping }) => {
    const [total, shipping] = [Number(Total), Number(Shipping)]
    return (
      (Pay !== 'cash' || (total < 100 && shipping === 0)) &&
      (total + shipping * 2 <= 110 || Member === true) &&
      ((Member === true) === total >= 25 || Pay === 'card')
    )
  })
  expect(await exercisedPairs(plain)).toEqual(wanted)
})

it('[D3] what ACTS saves as XML, and a model of CTWedge with a range and its own words, say the same as the text', async () => {
  const [text] = await read(acts.replace(/\[Test Set\][^]*/, ''))
  const [xml] = await read(`<?xml version="1.0"?>
<System name="Shop"><Parameters>
  <Parameter id="0" name="Pay" type="1"><values><value>card</value><value>cash</value><value>bank transfer</value></values></Parameter>
  <Parameter id="1" name="Member" type="2"><values><value>true</value><value>false</value></values></Parameter>
  <Parameter id="2" name="Total" type="0"><values><value>0</value><value>10</value><value>25</value><value>100</value></values></Parameter>
  <Parameter id="3" name="Shipping" type="0"><values><value>0</value><value>5</value><value>15</value></values></Parameter>
</Parameters><Relations><Relation Strength="3"><Parameter name="Pay"/><Parameter name="Member"/><Parameter name="Total"/></Relation></Relations>
<Constraints>
  <Constraint text="Pay = &quot;cash&quot; =&gt; Total &lt; 100 &amp;&amp; Shipping = 0"/>
  <Constraint text="Total + Shipping * 2 &lt;= 110 || Member"/>
  <Constraint text="(Member &lt;=&gt; (Total &gt;= 25)) || !(Pay != &quot;card&quot;)"/>
</Constraints></System>`)
  expect(xml).toEqual(text)
  const [wedge] = await read(`Model Sizes
Parameters:
  Size: [ 2 .. 10 ] step 4
  Colour: { RED GREEN "dark blue" }
  Lid: Boolean
Constraints:
  # Size > 2 AND NOT Lid => Colour != RED #
  # (Lid == true) <=> Size < 10 #`)
  if (wedge === undefined) throw new Error('not read')
  expect(wedge.model.parameters.map(({ values }) => values)).toEqual([
    [2, 6, 10],
    ['RED', 'GREEN', 'dark blue'],
    [true, false],
  ])
  expect(await exercisedPairs(wedge)).toEqual(
    possiblePairs(wedge, ({ Size, Colour, Lid }) => {
      const size = Number(Size)
      return !(size > 2 && Lid === false && Colour === 'RED') && (Lid === true) === size < 10
    }),
  )
})

const tcases = {
  system: 'Mail',
  send: {
    arg: {
      to: {
        type: 'integer',
        values: { '0': { failure: true }, '1': { properties: ['someone'] }, '2': { properties: ['someone', 'several'] } },
      },
      attachment: {
        when: { hasAll: ['someone'] },
        members: {
          size: { values: { small: {}, large: { when: { not: { hasAny: ['several'] } }, properties: ['heavy'] } } },
          zipped: { when: { hasAny: ['heavy'] }, type: 'boolean' },
        },
      },
    },
    env: {
      quota: { values: { free: {}, full: { when: { lessThan: { property: 'heavy', max: 1 } } } } },
      note: { type: 'string' },
    },
  },
}
const tcasesXml = `<System name="Mail"><Function name="send">
  <Input>
    <Var name="to"><Value name="0" failure="true"/><Value name="1" property="someone"/><Value name="2" property="someone, several"/></Var>
    <VarSet name="attachment" when="someone">
      <Var name="size"><Value name="small"/><Value name="large" property="heavy"><When><Not property="several"/></When></Value></Var>
      <Var name="zipped"><When><AnyOf property="heavy"/></When><Value name="true"/><Value name="false"/></Var>
    </VarSet>
  </Input>
  <Input type="env"><Var name="quota"><Value name="free"/><Value name="full"><When><LessThan property="heavy" max="1"/></When></Value></Var></Input>
</Function></System>`

it('[D3] an input of Tcases, as JSON and as XML: properties and conditions as constraints, NA where nothing applies, failures alone', async () => {
  const [model] = await read(JSON.stringify(tcases))
  const [xml] = await read(tcasesXml)
  if (model === undefined || xml === undefined) throw new Error('not read')
  expect(model.name).toBe('send')
  expect(model.notes).toEqual([expect.stringContaining('Add values for "note"'), expect.stringContaining('NA marks')])
  const holds = (row: Record<string, Value>): boolean => {
    const [size, zipped] = [row['attachment.size'], String(row['attachment.zipped'])]
    const to = Number(row['to'])
    return (
      (to === 0) === (size === 'NA') &&
      (size === 'large') === (zipped !== 'NA') &&
      !(size === 'large' && (to === 2 || row['quota'] === 'full'))
    )
  }
  for (const one of [model, xml]) {
    const { tests } = await derive(one.model, {})
    for (const { values } of tests) expect(holds(values)).toBe(true)
    expect(
      tests
        .filter(({ valid }) => !valid)
        .map(({ values, invalid }) => [invalid, String(values['to']), values['attachment.size']]),
    ).toEqual([['to', '0', 'NA']])
    const valid = tests
      .filter((test) => test.valid)
      .map(({ values }) => `${values['attachment.size']} ${String(values['attachment.zipped'])}`)
    expect(new Set(valid)).toEqual(new Set(['small NA', 'large true', 'large false']))
  }
})

it("[D3] reports the line that can't be read; leaves PICT, designs and other JSON to other readers", async () => {
  const said = async (text: string): Promise<string> => foreignModels(text).then(String, (error: Error) => error.message)
  expect(await said(acts.replace('Total < 100', 'Totl < 100'))).toBe('Line 16: Unknown parameter "Totl". Did you mean "Total"?')
  expect(await said(acts.replace('|| Member', '|| ('))).toMatch(/^Line 17: expected a parameter, a value/)
  expect(await said(acts.replace('Pay (enum) :', 'Pay'))).toMatch(/^Line 6: write a parameter/)
  expect(await said('<html><body>Sign in</body></html>')).toMatch(/Choose an ACTS model/)
  for (const other of ['Size: 1, 2\n', '{ "method": "combinations" }', '{ A, B } @ 2', ''])
    expect(await said(other)).toBe('undefined')
})

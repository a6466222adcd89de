import { expect, it } from 'vitest'
import { importText } from '../testing/import-text.ts'

const project = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>
<con:soapui-project name="Shop" xmlns:con="http://eviware.com/soapui/config">
  <con:properties><con:property><con:name>host</con:name><con:value>https://x.test</con:value></con:property></con:properties>
  <con:interface name="Orders" type="rest" basePath="/api">
    <con:endpoints><con:endpoint>https://x.test</con:endpoint></con:endpoints>
    <con:resource name="One" path="orders/{id}">
      <con:parameters><con:parameter><con:name>id</con:name><con:style>TEMPLATE</con:style><con:default>1</con:default></con:parameter></con:parameters>
      <con:method name="Read" method="GET">
        <con:parameters><con:parameter><con:name>full</con:name><con:style>QUERY</con:style></con:parameter></con:parameters>
        <con:request name="Request 1" mediaType="application/json"><con:endpoint>https://x.test</con:endpoint><con:request/></con:request>
      </con:method>
    </con:resource>
  </con:interface>
  <con:interface name="Calc" soapVersion="1_1"><con:operation name="Add" action="urn:add"/></con:interface>
  ${inner}
</con:soapui-project>`

const suite = `<con:testSuite name="Suite"><con:testCase name="Case" failOnError="false">
  <con:testStep type="restrequest" name="Read one"><con:config service="Orders" resourcePath="/api/orders/{id}" methodName="Read">
    <con:restRequest mediaType="application/json"><con:endpoint>\${#Project#host}</con:endpoint><con:request/>
      <con:assertion type="Valid HTTP Status Codes"><con:configuration><codes>200, 304</codes></con:configuration></con:assertion>
      <con:assertion type="JsonPath Match"><con:configuration><path>$.id</path><content>7</content></con:configuration></con:assertion>
      <con:assertion type="GroovyScriptAssertion"><con:configuration><scriptText>x</scriptText></con:configuration></con:assertion>
      <con:parameters><con:entry key="id" value="\${#TestCase#order}"/><con:entry key="full" value="true"/></con:parameters>
    </con:restRequest></con:config></con:testStep>
  <con:testStep type="delay" name="Rest"><con:config><delay>2000</delay></con:config></con:testStep>
  <con:testStep type="groovy" name="Script"><con:config><script>x</script></con:config></con:testStep>
  <con:testStep type="request" name="Add"><con:config><con:interface>Calc</con:interface><con:operation>Add</con:operation>
    <con:request><con:endpoint>https://x.test/calc</con:endpoint><con:request><![CDATA[<Envelope/>]]></con:request>
      <con:assertion type="XPath Match"><con:configuration><path>declare namespace a='urn:a'; //a:sum</path><content>3</content></con:configuration></con:assertion>
    </con:request></con:config></con:testStep>
</con:testCase></con:testSuite>`

it('tests become cases, their assertions checks; SOAP is a plain POST', async () => {
  const { value } = await importText('auto', 'shop.xml', project(suite))
  expect(value).toMatchObject({
    kind: 'soapui',
    project: {
      name: 'Shop',
      variables: [
        { name: 'host', value: 'https://x.test' },
        { name: 'order', value: '' },
      ],
      suites: [{ name: 'Suite', cases: [{ onFailure: 'continue' }] }],
    },
  })
  expect(value!.project.suites[0]!.cases[0]!.steps).toMatchObject([
    { name: 'Read one', method: 'GET', url: '${host}/api/orders/${order}', query: [{ name: 'full', value: 'true' }] },
    {
      checks: [
        { source: 'status', is: 'one-of', value: [200, 304] },
        { source: 'json', path: '$.id', is: 'equals', value: 7 },
      ],
    },
    { kind: 'wait', seconds: 2 },
    {
      name: 'Add',
      method: 'POST',
      headers: [{ name: 'SOAPAction', value: '"urn:add"' }],
      body: { type: 'text', text: '<Envelope/>' },
    },
    { checks: [{ source: 'xml', path: '//*:sum', is: 'equals', value: '3' }] },
  ])
  expect(value!.leftOut.map(({ what }) => what)).toEqual([
    '"GroovyScriptAssertion" assertions have no counterpart.',
    '"groovy" steps have no counterpart.',
    `Set the project variable "order". Steps use it, but the source doesn't contain a value.`,
  ])
})

it('without tests the requests of its services come over', async () => {
  const { value } = await importText('auto', 'shop.xml', project(''))
  expect(value!.project.suites).toMatchObject([
    { name: 'Orders', cases: [{ name: 'One', steps: [{ name: 'Read: Request 1', url: 'https://x.test/api/orders/1' }] }] },
  ])
})

it('XML that declares entities is not read', async () => {
  const text = project('').replace('<con:soapui', '<!DOCTYPE x [<!ENTITY a "aaaa">]><con:soapui')
  expect((await importText('auto', 'x.xml', text)).error?.message).toContain('declares a document type')
})

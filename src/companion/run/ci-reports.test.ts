import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { main } from '../main.ts'
import { createTestHost } from '../testing/test-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

const text = `{
  "format": "aprj", "version": 1, "id": "p", "name": "P",
  "suites": [ { "id": "s", "name": "S", "cases": [ { "id": "c", "name": "C", "steps": [
    { "id": "a", "kind": "wait", "name": "Wait", "seconds": 0 },
    { "id": "b", "kind": "assertion", "name": "Fails",
      "checks": [ { "source": "variable", "name": "x", "is": "exists" } ] } ] } ] } ]
}`
const project = join(folder, 'p.aprj')
writeFileSync(project, text)

async function assay(args: string[], environment: Record<string, string> = {}) {
  const host = createTestHost({ environment })
  const code = await main(['run', project, ...args], host)
  return { code, said: host.said, printed: host.printed }
}

describe('[P5] reports for CI', () => {
  it('github: annotations at the line of the step, beside the list, and the summary of the job', async () => {
    const summary = join(folder, 'summary.md')
    writeFileSync(summary, 'Before\n')
    const { code, printed, said } = await assay(['--reporter', 'github'], {
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: folder,
    })
    expect([code, said]).toEqual([1, ''])
    expect(printed).toContain('✗ S > C > Fails\n')
    expect(printed).toContain('\n::error file=p.aprj,line=5,title=S > C::✗ S > C > Fails%0A')
    expect(readFileSync(summary, 'utf8')).toMatch(/^Before\n## ✗ P\n\nFailed: 1 passed, 1 failed in /)
  })

  it("github: omits a missing summary, reports one that can't be written, and allows another printed report", async () => {
    expect((await assay(['--reporter', 'tap', '--reporter', 'github'])).printed).toMatch(/TAP version 14\n[^]*::error /)
    const { code, said } = await assay(['--reporter', 'github'], { GITHUB_STEP_SUMMARY: folder })
    expect([code, said]).toEqual([1, `The job summary ${folder} can't be written: it is a folder.\n`])
    expect((await assay(['--reporter', 'github', '--quiet'])).printed).toMatch(/^::error /)
  })

  it('allure: a folder of results, made where it is missing; one that can not be made is exit 2', async () => {
    const results = join(folder, 'deep/allure-results')
    expect((await assay(['--reporter', `allure=${results}`])).code).toBe(1)
    const names = readdirSync(results)
    expect(names.filter((name) => name.endsWith('-result.json'))).toHaveLength(1)
    expect(names).toContain('environment.properties')
    expect(await assay(['--reporter', `allure=${project}`])).toMatchObject({ code: 2, printed: '' })
    expect(await assay(['--reporter', `allure=${project}/x`])).toMatchObject({ code: 2, printed: '' })
  })

  it('ctrf: names the file and the line of what failed', async () => {
    const path = join(folder, 'ctrf.json')
    await assay(['--reporter', `ctrf=${path}`], { GITHUB_WORKSPACE: folder })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      results: { summary: { tests: 1, failed: 1 }, tests: [{ name: 'C', filePath: 'p.aprj', line: 5 }] },
    })
  })
})

it('[R44] a token file that can not be opened is exit 2, and leaves the report of an earlier run as it is', async () => {
  const path = join(folder, 'before.xml')
  await assay(['--reporter', `junit=${path}`])
  const before = readFileSync(path, 'utf8')
  const { code, said } = await assay(['--token-file', join(folder, 'tokens'), '--reporter', `junit=${path}`])
  expect([code, said]).toEqual([2, expect.stringContaining('Set ASSAY_PASSPHRASE')])
  expect(readFileSync(path, 'utf8')).toBe(before)
})

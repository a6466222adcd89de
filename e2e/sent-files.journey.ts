import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { addStep, editor, newProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

/** A server that says what it was sent: size, and the form's parts. */
async function startCounter() {
  const seen: { type: string; body: Buffer }[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = await buffer(request)
    if (request.method === 'POST') seen.push({ type: request.headers['content-type'] ?? '', body })
    response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

test('[T7] a file is chosen, sent as a part and as a body, kept over a reload, and breaks the step where it was not chosen', async ({
  page,
  demo,
}) => {
  const counter = await startCounter()
  const folder = mkdtempSync(join(tmpdir(), 'assay-sent-'))
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 254])
  writeFileSync(join(folder, 'picture.png'), picture)
  try {
    await page.goto(demo.app)
    await newProject(page)
    await addStep(page, 'Send Request', 'Upload')
    await editor(page).getByRole('combobox', { name: 'Method' }).fill('POST')
    await editor(page).getByRole('textbox', { name: 'URL' }).fill(counter.url)
    await editor(page).getByRole('tab', { name: 'Body' }).click()
    await editor(page).getByRole('radio', { name: 'Multipart' }).check()
    await editor(page).getByRole('button', { name: 'Add part' }).click()
    await editor(page).getByRole('textbox', { name: 'Part 1 name' }).fill('image')
    await editor(page).getByRole('combobox', { name: 'Part 1 content' }).selectOption('file')
    const field = editor(page).getByRole('textbox', { name: 'Part 1 value' })
    await field.pressSequentially('shots/old.png')
    await expect(field).toHaveValue('shots/old.png')
    const mediaType = editor(page).getByRole('textbox', { name: 'Part 1 media type' })
    await mediaType.pressSequentially('image/x')
    await expect(mediaType).toHaveValue('image/x')
    await mediaType.fill('')
    await expect(editor(page)).toContainText('Choose the file to run here.')
    await runButton(page).click()
    await expect(verdict(page)).toContainText('1 error')
    await expect(page.getByRole('region', { name: 'Run' })).toContainText('File not found: shots/old.png.')

    const chooser = page.waitForEvent('filechooser')
    await editor(page).getByRole('button', { name: 'Choose file of part 1' }).click()
    await (await chooser).setFiles(join(folder, 'picture.png'))
    await expect(field).toHaveValue('shots/picture.png')
    await expect(mediaType).toHaveValue('image/png')
    await expect(editor(page)).toContainText('7 B, chosen on')
    // What was chosen is sent, whatever becomes of it on the disk.
    rmSync(folder, { recursive: true })
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 1 passed')
    const [sent] = counter.seen
    const form = await new Response(new Uint8Array(sent?.body ?? []), {
      headers: { 'content-type': sent?.type ?? '' },
    }).formData()
    const part = form.get('image') as File
    expect([part.name, part.type, Buffer.from(await part.arrayBuffer())]).toEqual(['picture.png', 'image/png', picture])

    await page.reload()
    await editor(page).getByRole('tab', { name: 'Body' }).click()
    await editor(page).getByRole('radio', { name: 'File' }).check()
    await editor(page).getByRole('textbox', { name: 'File' }).fill('shots/picture.png')
    await expect(editor(page)).toContainText('7 B, chosen on')
    await runButton(page).click()
    await expect(verdict(page)).toContainText('Passed: 1 passed')
    await expect.poll(() => counter.seen.length).toBe(2)
    expect(counter.seen[1]).toEqual({ type: 'application/octet-stream', body: picture })
  } finally {
    counter.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

import { inTree, newProject } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[P8] a tab opens its own last project, and a link to another one while one is open', async ({ page, demo, context }) => {
  await page.goto(demo.app)
  await expect(inTree(page, 'Create then delete')).toBeVisible()
  const sample = page.url().split('/c/')[0] ?? ''
  const other = await context.newPage()
  await other.goto(demo.app)
  await newProject(other)
  await expect(inTree(other, 'Case 1')).toBeVisible()
  const made = other.url()
  expect(made).not.toContain(sample)

  await test.step('each tab opens what it showed, another tab what was open last anywhere', async () => {
    await page.goto(demo.app)
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await other.goto(demo.app)
    await expect(inTree(other, 'Case 1')).toBeVisible()
    const third = await context.newPage()
    await third.goto(demo.app)
    await expect(inTree(third, 'Case 1')).toBeVisible()
    await third.close()
  })

  await test.step('a link to a case of another project opens it, and Back the one before', async () => {
    await page.goto(made)
    await expect(inTree(page, 'Case 1')).toBeVisible()
    await expect(inTree(page, 'Create then delete')).toHaveCount(0)
    await page.goBack()
    await expect(inTree(page, 'Create then delete')).toBeVisible()
  })
})

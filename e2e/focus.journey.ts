import { addStep, editor, giveUpLogin, inTree, newProject, runButton, unfoldSteps, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

test('[P8] in a new project the focus goes on from what was added, moved and deleted', async ({ page, demo }) => {
  await page.goto(demo.app)

  await test.step('[P8] environments: the focus goes to what stands where an environment or a variable was deleted', async () => {
    await newProject(page)
    await page.keyboard.press('Control+e')
    const dialog = page.getByRole('dialog', { name: 'Environments' })
    for (const name of ['First', 'Second']) {
      await dialog.getByRole('button', { name: 'Add environment' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Name' }).first()).toBeFocused()
      await page.keyboard.type(name)
    }
    for (const name of ['one', 'two']) {
      await dialog.getByRole('button', { name: 'Add variable' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Name' }).last()).toBeFocused()
      await page.keyboard.type(name)
    }
    // What is typed into the empty row at the end is the name of another one.
    await dialog.getByRole('textbox', { name: 'New variable' }).click()
    await page.keyboard.type('three')
    await expect(dialog.getByRole('group', { name: 'three' }).getByRole('textbox', { name: 'Name' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Delete variable three' }).press('Enter')
    await dialog.getByRole('button', { name: 'Delete variable two' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Delete variable one' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Add variable' })).toBeFocused()

    await dialog.getByRole('button', { name: 'Delete environment' }).press('Enter')
    await expect(dialog.getByRole('list').getByRole('button', { name: 'First' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Delete environment' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Add environment' })).toBeFocused()
    await expect(dialog).toContainText('No environments yet')
  })

  await page.keyboard.press('Escape')

  await test.step('[P8] rows: the focus goes to a new check, with a moved one, and to the neighbour of a removed one', async () => {
    await page.getByRole('button', { name: 'Add step' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Assertion' }).press('Enter')
    await expect(editor(page).getByRole('textbox', { name: 'Step name' })).toBeFocused()
    await page.keyboard.type('Checked')
    const check = (number: number) => editor(page).getByRole('group', { name: `Check ${number}` })
    const source = (number: number) => check(number).getByRole('combobox', { name: 'Source' })
    const add = editor(page).getByRole('button', { name: 'Add check' })
    await add.click()
    await source(1).selectOption('duration')
    await add.click()
    await expect(source(2)).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(source(1)).toBeFocused()
    await expect(source(2)).toHaveValue('duration')

    for (const next of [check(1).getByRole('button', { name: 'More' }), add]) {
      await editor(page).getByRole('button', { name: 'More' }).last().click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await expect(next).toBeFocused()
    }

    await addStep(page, 'Send Request', 'Asked')
    await editor(page).getByRole('tab', { name: 'Headers' }).click()
    const name = (number: number) => editor(page).getByRole('textbox', { name: `Header ${number} name` })
    await editor(page).getByRole('button', { name: 'Add header' }).click()
    await expect(name(1)).toBeFocused()
    await page.keyboard.type('Accept')
    // The empty row at the end became the first, with what was typed into it and the focus, and the next one waits below.
    await expect(name(1)).toBeFocused()
    await expect(name(1)).toHaveValue('Accept')
    await expect(name(2)).toHaveValue('')
    await editor(page).getByRole('button', { name: 'Remove header 1' }).press('Enter')
    await expect(name(1)).toBeFocused()
    await expect(name(1)).toHaveValue('')
    await expect(name(2)).toHaveCount(0)
  })
})

test('[T1, P8, H15] in the sample what is deleted is offered back, and the focus is where one goes on', async ({
  page,
  demo,
}) => {
  await page.goto(demo.app)

  await test.step('[T1] environments: what is deleted is offered back in the dialog, and Ctrl+Z brings it back too', async () => {
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await page.keyboard.press('Control+e')
    const dialog = page.getByRole('dialog', { name: 'Environments' })
    const listed = dialog.getByRole('list').getByRole('button')
    await expect(listed).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Duplicate environment' }).click()
    await expect(listed).toHaveCount(2)
    const count = 2
    const undo = dialog.getByRole('button', { name: 'Undo' })
    const name = dialog.getByRole('textbox', { name: 'Name' }).first()
    const first = await name.inputValue()

    await dialog.getByRole('button', { name: 'Delete environment' }).click()
    await expect(listed).toHaveCount(count - 1)
    await expect(dialog.getByRole('status')).toContainText(`Deleted Environment ${first}.`)
    await undo.click()
    await expect(listed).toHaveCount(count)
    await expect(name).toHaveValue(first)
    await expect(undo).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Delete environment' }).click()
    await expect(undo).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(listed).toHaveCount(count)
    await expect(undo).toHaveCount(0)

    const idp = dialog.getByRole('group', { name: 'idp', exact: true })
    const value = await idp.getByLabel('Value').inputValue()
    await dialog.getByRole('button', { name: 'Delete variable idp' }).click()
    await expect(idp).toHaveCount(0)
    await undo.click()
    await expect(idp.getByLabel('Value')).toHaveValue(value)
    await dialog.getByRole('button', { name: 'Delete variable idp' }).click()
    await expect(idp).toHaveCount(0)
    // The offer is not lost with the dialog.
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.keyboard.press('Control+e')
    await expect(idp.getByLabel('Value')).toHaveValue(value)
  })

  await page.keyboard.press('Escape')

  await test.step('[T1] rows: a header and a check that were removed are offered back', async () => {
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' })
    await steps.getByRole('option', { name: /^2 Create order/ }).click()
    await editor(page).getByRole('tab', { name: 'Headers' }).click()
    const name = editor(page).getByRole('textbox', { name: 'Header 1 name' })
    const before = await name.inputValue()
    await editor(page).getByRole('button', { name: 'Remove header 1' }).click()
    await expect(page.getByRole('status').filter({ hasText: `Deleted Header ${before}.` })).toBeVisible()
    await undo.click()
    await expect(name).toHaveValue(before)

    await unfoldSteps(page)
    await steps.getByRole('option', { name: /^3 Created/ }).click()
    const checks = editor(page).getByRole('group', { name: /^Check \d/ })
    await expect(checks).toHaveCount(4)
    await checks.first().getByRole('button', { name: 'More for check 1' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(checks).toHaveCount(3)
    await expect(page.getByRole('status').filter({ hasText: 'Deleted Check 1.' })).toBeVisible()
    await undo.click()
    await expect(checks).toHaveCount(4)
  })

  await test.step('[P8] a sign-in that is given up leaves the focus where it was before its card', async () => {
    await inTree(page, 'Sign in and read orders').click()
    const opened = page.waitForEvent('popup')
    await runButton(page).press('Enter')
    await giveUpLogin(await opened)
    const card = page.getByRole('alertdialog', { name: 'Action Required' })
    await card.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(verdict(page)).toContainText('cancelled')
    await expect(runButton(page)).toBeFocused()
  })

  await test.step('[P8] the filter of the tree that is closed by Escape leaves the focus on its button', async () => {
    const open = page.getByRole('button', { name: 'Filter the tree' })
    await open.press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Filter the tree' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
  })

  await inTree(page, 'Create then delete').click()

  await test.step('[H15, T1] steps: the copy that Ctrl+D makes has the focus, and Delete removes it, not the original', async () => {
    const steps = page.getByRole('listbox', { name: 'Steps of Create then delete' })
    const focused = steps.locator(':focus')
    await steps.getByRole('option', { name: /^2 Create order/ }).click()
    await page.keyboard.press('Control+d')
    await expect(focused).toContainText('Create order 2')
    await expect(steps.getByRole('option', { selected: true })).toContainText(['Create order 2'])
    await page.keyboard.press('Delete')
    await expect(steps.getByRole('option')).toHaveCount(6)
    await expect(steps.getByRole('option', { name: /^2 Create order / })).toBeVisible()
    await expect(steps.getByRole('option', { name: /Create order 2/ })).toHaveCount(0)
    await expect(focused).toHaveAttribute('aria-selected', 'true')

    // From the editor, whose step is another one then.
    await steps.getByRole('option', { name: /^2 Create order/ }).click()
    await editor(page).getByRole('textbox', { name: 'URL' }).focus()
    await page.keyboard.press('Control+d')
    await expect(focused).toContainText('Create order 2')
    await page.keyboard.press('Delete')
    await expect(steps.getByRole('option')).toHaveCount(6)

    // What a right click names is what is chosen.
    await steps.getByRole('option', { name: /^6 Deleted/ }).click({ button: 'right' })
    await expect(steps.getByRole('option', { selected: true })).toContainText(['Deleted'])
    await page.keyboard.press('Escape')
    await expect(focused).toContainText('Deleted')
  })

  await test.step('[H15, T1] the tree: what the arrows reach is selected, and Ctrl+D, F2 and Delete are about it', async () => {
    const tree = page.getByRole('tree', { name: 'Project tree' })
    const selected = tree.getByRole('treeitem', { selected: true })
    await inTree(page, 'Create then delete').click()
    const address = page.url()
    await page.keyboard.press('ArrowDown')
    await expect(selected).toBeFocused()
    await expect(selected).not.toContainText('Create then delete')
    await expect(page).not.toHaveURL(address)
    const name = await selected.getAttribute('aria-label')
    await page.keyboard.press('Control+d')
    await expect(selected).toHaveAttribute('aria-label', `${name} copy`)
    await expect(selected).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(inTree(page, `${name} copy`)).toHaveCount(0)
    await expect(inTree(page, `${name}`)).toHaveCount(1)
    await expect(selected).toBeFocused()
  })

  await test.step('[H15, T1] a new case or suite is named where it stands, wherever it was added from', async () => {
    const tree = page.getByRole('tree', { name: 'Project tree' })
    const name = tree.getByRole('textbox', { name: 'Name' })
    const named = async (typed: string) => {
      await expect(name).toBeFocused()
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(name).toHaveCount(0)
      await expect(tree.getByRole('treeitem', { name: typed, exact: true })).toHaveCount(1)
      await expect(tree.getByRole('treeitem', { name: /^New / })).toHaveCount(0)
    }
    await expect(inTree(page, 'Create then delete')).toBeVisible()
    await page.getByRole('button', { name: 'Add case' }).first().press('Enter')
    await named('Added by its button')
    await page.getByRole('button', { name: 'Add suite' }).press('Space')
    await named('A suite of its own')
    await page.getByRole('button', { name: 'Add case' }).last().click()
    await named('Added to an empty suite')

    await inTree(page, 'Orders$').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Add case' }).click()
    await named('Added by a menu')
    await inTree(page, 'Orders$').press('ArrowLeft')
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: 'Add case' }).press('Enter')
    await named('Added to a folded suite')

    await page.getByRole('button', { name: 'Filter the tree' }).click()
    await page.keyboard.type('Added by')
    await page.getByRole('button', { name: 'Add suite' }).click()
    await named('Added past the filter')
  })
})

test('[P8] 400 px: the page that opens has the focus when the one before had it', async ({ page, demo }) => {
  await page.setViewportSize({ width: 400, height: 760 })
  await page.goto(demo.app)
  await inTree(page, 'List with a page size').press('Enter')
  await expect(page.getByRole('tabpanel', { name: 'Steps' })).toBeFocused()
})

/** Texts of forms. */
export const formTexts = {
  title: 'New test',
  what: 'Test',
  groups: { flow: 'Flows', negative: 'Negative tests', design: 'Designed tests', data: 'Data and load', project: 'Project' },
  difference: 'Difference',
  fillIn: 'Fill in the fields to see the difference.',
  assumptions: 'Assumptions',
  apply: 'Apply',
  applyAndRun: 'Apply and run',
  undo: 'Undo',
  gone: 'No project is open.',
} as const

/** Texts of the fields of a new project. */
export const newProjectTexts = {
  title: 'Set up the project',
  text: 'You can leave fields empty and change everything later.',
  name: 'Project',
  environment: 'First environment',
  environmentHint: 'A system to test, with its own URLs and accounts.',
  usualEnvironment: 'Local',
  address: 'Base URL',
  addressHint: 'Stored as ${baseUrl} in the environment.',
  variable: 'baseUrl',
  setUp: 'Set up',
  later: 'Later',
  edit: 'Set up the project',
}

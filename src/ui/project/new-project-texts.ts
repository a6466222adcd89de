/** Texts of what a new project is asked for. */
export const newProjectTexts = {
  title: 'Set up the project',
  text: 'All of it can be changed later, and left empty now.',
  name: 'Project',
  environment: 'First environment',
  environmentHint: 'Where tests run: values that differ from place to place, such as addresses and accounts, belong to it.',
  usualEnvironment: 'Local',
  address: 'Address of the API',
  addressHint: 'Kept as ${baseUrl} in the environment: requests begin with it.',
  variable: 'baseUrl',
  setUp: 'Set up',
  later: 'Later',
  edit: 'Set up the project',
}

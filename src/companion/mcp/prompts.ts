/** A prompt that clients offer their users. */
export interface AgentPrompt {
  name: string
  title: string
  description: string
  argument: { name: string; description: string }
  text(value: string): string
}

/** The prompts; each has one argument. */
export const agentPrompts: readonly AgentPrompt[] = [
  {
    name: 'cover_operation',
    title: 'Cover this operation',
    description: 'Adds the test cases that an operation lacks',
    argument: { name: 'operation', description: 'The operation, such as POST /orders' },
    text: (operation) => `Cover the operation ${operation} with test cases.

1. Read it with get_operation, and what tests it already with coverage and list_cases.
2. Add what is missing: a case for the documented success, one for each documented failure that a request can cause, and boundary values of its parameters with run_design where it has limits.
3. Send all of it in one propose_changes. Check the status and the members that matter.
4. Show me the difference, and name what you left out.`,
  },
  {
    name: 'bug_report_to_test',
    title: 'Turn this bug report into a test',
    description: 'Adds a test case that fails as long as the bug is there',
    argument: { name: 'report', description: 'The bug report' },
    text: (report) => `Turn this bug report into a test case that fails as long as the bug is there and passes when it is fixed.

<report>
${report}
</report>

1. Find the operations with search_operations, and read them with get_operation.
2. Look for a case that covers it already with list_cases.
3. Propose one case with propose_changes: create what it needs, send the request from the report, and check what the report expects, not what it observed. Name the case after the behaviour.
4. Show me the difference, and say what the report leaves open.`,
  },
  {
    name: 'explain_failure',
    title: 'Explain this failure',
    description: 'Says why a test case failed, and proposes a fix',
    argument: { name: 'case', description: 'The test case, by name or id' },
    text: (name) => `Explain why the test case ${name} failed.

1. Read its last run with get_last_run and its steps with get_case. Without a run, ask me to run it, or call run_cases if it is available.
2. Compare the request and its checks with the definition: get_operation.
3. Say in two sentences what happened and whether the test or the API is wrong.
4. If the test is wrong, propose the fix with propose_changes. Do not weaken a check to make it pass.`,
  },
]

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
    description: "Adds an operation's missing test cases",
    argument: { name: 'operation', description: 'Operation, such as POST /orders' },
    text: (operation) => `Cover the operation ${operation} with test cases.

1. Read it with get_operation, and its existing tests with coverage and list_cases.
2. Add what is missing: a case for the documented success, one for each documented failure that a request can cause, and boundary values of its parameters with run_design where it has limits.
3. Send everything in one propose_changes call. Check the status and the important members.
4. Show me the difference, and list what you omitted.`,
  },
  {
    name: 'bug_report_to_test',
    title: 'Turn this bug report into a test',
    description: 'Adds a test case that fails until the bug is fixed',
    argument: { name: 'report', description: 'The bug report' },
    text: (report) => `Turn this bug report into a test case that fails until the bug is fixed.

<report>
${report}
</report>

1. Find the operations with search_operations, and read them with get_operation.
2. Use list_cases to find a case that already covers it.
3. Propose one case with propose_changes: create what it needs, send the request from the report, and check what the report expects, not what it observed. Name the case after the behavior.
4. Show me the difference, and list the report's open questions.`,
  },
  {
    name: 'explain_failure',
    title: 'Explain this failure',
    description: 'Explains why a test case failed, and proposes a fix',
    argument: { name: 'case', description: 'Name or ID of the test case' },
    text: (name) => `Explain why the test case ${name} failed.

1. Read its last run with get_last_run and its steps with get_case. Without a run, ask me to run it, or call run_cases if it is available.
2. Compare the request and its checks with the definition: get_operation.
3. Say in two sentences what happened and whether the test or the API is wrong.
4. If the test is wrong, propose the fix with propose_changes. Don't weaken a check to make it pass.`,
  },
]

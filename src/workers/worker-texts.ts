/** Messages for workers loaded on demand that couldn't be loaded or have stopped. */
export const lazyWorkerTexts = {
  sqlWorkerDied: "Reload the page and run again. The database module couldn't be loaded, or it stopped.",
  assistantWorkerDied:
    "Reload the page and try again. The assistant couldn't be loaded or ran out of memory. Nothing was changed.",
}

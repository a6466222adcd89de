import { render } from 'solid-js/web'
import '../app/theme/tokens.css'
import '../app/theme/base.css'
import { readData, type ReportData } from './report-data.ts'
import { ReportApp } from './ReportApp.tsx'
import { reportPageTexts as texts } from './texts.ts'

/** The data of the document that this script is in; undefined if the file is damaged. */
function dataOrNothing(): ReportData | undefined {
  try {
    return readData()
  } catch {
    // A file that was cut off on its way: the page says so.
    return undefined
  }
}

const app = document.getElementById('app')
if (app) {
  const data = dataOrNothing()
  render(() => (data ? <ReportApp data={data} /> : <p class="report-damaged">{texts.unreadable}</p>), app)
}

/** The page inside an HTML report as the build bundles it (config/report-page.config.ts). */
declare module 'virtual:report-page' {
  const page: import('#engine/reporters/reporter.ts').ReportPage
  export default page
}

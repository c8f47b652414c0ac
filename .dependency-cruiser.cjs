// The walls of ARCHITECTURE.md. `npm run walls` checks them; scripts/walls.test.ts plants a violation of each.
const modules = '^apps/server/src/modules'
const features = '^apps/web/src/features'

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contract/src', 'node_modules/zod'] },
    },
    {
      name: 'form-kit-is-pure',
      comment: 'Browser and server judge a form by it, so it knows neither of them and nothing of Node.',
      severity: 'error',
      from: { path: '^packages/form-kit/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/form-kit/src', 'node_modules/re2js'] },
    },
    {
      name: 'process-kit-is-pure',
      comment: 'The drawing page and the server judge a process by it: it knows forms, and neither of them.',
      severity: 'error',
      from: { path: '^packages/process-kit/src', pathNot: '\\.test\\.ts$|/src/testing/' },
      to: { pathNot: ['^packages/(process-kit|form-kit)/src', 'node_modules/bpmn-moddle'] },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^apps/server' },
      to: { path: '^apps/web' },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^apps/web' },
      to: { path: '^apps/server' },
    },
    {
      name: 'rules-and-flows-are-pure',
      comment:
        'They reach the contract, the form kit, other rules and flows, and the pure part of the kernel; so are hashing, addresses and formatting.',
      severity: 'error',
      from: { path: '\\.(rules|flow)\\.ts$' },
      to: {
        pathNot: [
          '^packages/(contract|form-kit|process-kit)/src',
          '\\.(rules|flow)\\.ts$',
          '^apps/server/src/kernel/(time|flow|refuse)\\.ts$',
          '^(node:)?(crypto|util|net|module)$',
          '^apps/web/src/lib/format\\.ts$',
          'node_modules/(zod|pinyin-pro)',
        ],
      },
    },
    {
      name: 'only-stores-see-the-database',
      severity: 'error',
      from: { path: `${modules}/.+`, pathNot: ['\\.store\\.ts$', '\\.test\\.ts$'] },
      to: {
        path: ['^apps/server/src/kernel/db\\.ts$', 'node_modules/(pg|kysely)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-routes-see-fastify',
      severity: 'error',
      from: { path: `${modules}/.+`, pathNot: ['\\.routes\\.ts$', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'routes-never-reach-stores',
      severity: 'error',
      from: { path: `${modules}/.+\\.routes\\.ts$` },
      to: { path: '\\.store\\.ts$' },
    },
    {
      name: 'modules-meet-at-services-and-events',
      comment: 'Rules may use rules: they are pure.',
      severity: 'error',
      from: { path: `${modules}/([^/]+)/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${modules}/[^/]+/`, pathNot: [`${modules}/$1/`, '\\.(service|events|rules)\\.ts$'] },
    },
    {
      name: 'only-routes-know-handlers',
      comment: 'A handler answers a call. What others need of it is an action, a rule or a view.',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: ['\\.routes\\.ts$', '\\.test\\.ts$'] },
      to: { path: `${modules}/.+\\.handler\\.ts$` },
    },
    {
      name: 'nobody-knocks-at-his-own-door',
      comment: 'A service is what other modules ask; inside of the module one asks whoever does it.',
      severity: 'error',
      from: { path: `${modules}/([^/]+)/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${modules}/$1/$1\\.service\\.ts$` },
    },
    ...['booking', 'people', 'dictionary', 'file'].map((module) => ({
      name: 'some-modules-have-one-door',
      comment:
        'Who comes from outside knows its service and its events, and no room, not even its rules. modules.ts wires it; the demo campus lives by its rules.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: [
          `${modules}/${module}/`,
          `${modules}/modules\\.ts$`,
          '^apps/server/src/demo/',
          '\\.test\\.ts$',
        ],
      },
      to: {
        path: `${modules}/${module}/`,
        pathNot: [`/${module}/${module}\\.service\\.ts$`, `/${module}/[^/]+\\.events\\.ts$`],
      },
    })),
    {
      name: 'only-the-engine-takes-steps',
      comment:
        'kernel/process.ts writes the flow log and says who was first (decision 60); its parts are its own. A fee is waived in three steps at once; a dossier reads a log.',
      severity: 'error',
      from: {
        path: `${modules}/.+`,
        pathNot: [
          '\\.test\\.ts$',
          `${modules}/test-order/fee\\.action\\.ts$`,
          `${modules}/stock-in/dossier\\.handler\\.ts$`,
        ],
      },
      to: {
        path: '^apps/server/src/kernel/(flow-log\\.store\\.ts$|process/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'features-meet-at-shared',
      severity: 'error',
      from: { path: `${features}/([^/]+)/` },
      to: { path: `${features}/[^/]+/`, pathNot: [`${features}/$1/`, `${features}/[^/]+/shared/`] },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib)/' },
      to: { path: ['^apps/web/src/(features|app)/'] },
    },
    {
      name: 'only-queries-call-the-server',
      severity: 'error',
      from: { path: `${features}/`, pathNot: ['\\.queries\\.tsx?$', '\\.test\\.tsx?$'] },
      to: { path: '^apps/web/src/lib/send\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycle-of-files',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'no-cycle-of-modules',
      severity: 'error',
      scope: 'folder',
      from: { path: `${modules}/[^/]+$` },
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '\\?'] },
    },
  ],
  options: {
    parser: 'swc', // TypeScript 7 has no API yet that the tool could use
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.css$', '^apps/web/dist', '\\.test\\.tsx?$', '^apps/server/src/testing/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}

import { accesses, actorKinds, modes, nobodyRules, starterKinds, timerDeeds } from './graph.ts'

// What a diagram holds beyond BPMN, as moddle is told of it: by the drawing page to bpmn-js, by the reader to
// bpmn-moddle. An element that is named here is written as `portal:actor`, `portal:field`, …

export const PORTAL = 'urn:portal:workflow:1'
/** The language of conditions: the JSON of a `Test`. */
export const TEST_LANGUAGE = 'portal'

const text = (name: string) => ({ name, isAttr: true, type: 'String' })
const whole = (name: string) => ({ name, isAttr: true, type: 'Integer' })
const findOne = (name: string, words: readonly string[]) => ({ ...text(name), meta: { oneOf: words } })
const whom = [findOne('kind', actorKinds), text('value'), text('of'), text('label')]

export const descriptor = {
  name: 'Portal',
  uri: PORTAL,
  prefix: 'portal',
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  types: [
    // In the extension elements of a step.
    { name: 'Actor', superClass: ['Element'], properties: whom },
    { name: 'Copy', superClass: ['Element'], properties: whom },
    { name: 'Field', superClass: ['Element'], properties: [text('name'), findOne('access', accesses)] },
    {
      name: 'Timer',
      superClass: ['Element'],
      properties: [whole('days'), whole('hours'), findOne('deed', timerDeeds), ...whom],
    },
    { name: 'Setting', superClass: ['Element'], properties: [text('name'), text('value')] },
    // In those of the process.
    {
      name: 'Starter',
      superClass: ['Element'],
      properties: [findOne('kind', starterKinds), text('value'), text('label')],
    },
    // Beside what BPMN says of a step and of the process.
    {
      name: 'Step',
      extends: ['bpmn:UserTask'],
      properties: [findOne('mode', modes), whole('percent'), findOne('nobody', nobodyRules)],
    },
    { name: 'Served', extends: ['bpmn:ServiceTask'], properties: [text('service')] },
    {
      name: 'Drawn',
      extends: ['bpmn:Process'],
      properties: [whole('form'), whole('formVersion'), { name: 'batch', isAttr: true, type: 'Boolean' }],
    },
  ],
} as const

import { accesses, actorKinds, modes, nobodyRules, starterKinds, timerDeeds } from './graph.ts'

// The portal's BPMN extension as a moddle descriptor: the drawing page passes it to bpmn-js, the reader to
// bpmn-moddle. The elements named here are written as `portal:actor`, `portal:field`, …

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
    // Extension elements of a step.
    { name: 'Actor', superClass: ['Element'], properties: whom },
    { name: 'Copy', superClass: ['Element'], properties: whom },
    { name: 'Field', superClass: ['Element'], properties: [text('name'), findOne('access', accesses)] },
    {
      name: 'Timer',
      superClass: ['Element'],
      properties: [whole('days'), whole('hours'), findOne('deed', timerDeeds), ...whom],
    },
    { name: 'Setting', superClass: ['Element'], properties: [text('name'), text('value')] },
    // Extension elements of the process.
    {
      name: 'Starter',
      superClass: ['Element'],
      properties: [findOne('kind', starterKinds), text('value'), text('label')],
    },
    // Additional attributes of BPMN elements.
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

import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import '../design/design.css'

export { Versions as default } from '../design/versions.tsx'

// The elements that the engine runs. The page offers no others.

export const stepKinds = ['task', 'service', 'choice', 'parallel', 'start', 'end'] as const
export type StepKind = (typeof stepKinds)[number]

interface KindRow {
  type: string
  /** The name of the kind. */
  name: string
  /** The name of a new element on the diagram. */
  fresh: string
  /** Its class in the icon font of bpmn-js. */
  icon: string
}
export const kinds: Record<StepKind, KindRow> = {
  start: { type: 'bpmn:StartEvent', name: '开始', fresh: '开始', icon: 'bpmn-icon-start-event-none' },
  task: { type: 'bpmn:UserTask', name: '审批任务', fresh: '审批', icon: 'bpmn-icon-user-task' },
  service: { type: 'bpmn:ServiceTask', name: '自动步骤', fresh: '自动步骤', icon: 'bpmn-icon-service-task' },
  choice: { type: 'bpmn:ExclusiveGateway', name: '排他网关', fresh: '', icon: 'bpmn-icon-gateway-xor' },
  parallel: {
    type: 'bpmn:ParallelGateway',
    name: '并行网关',
    fresh: '',
    icon: 'bpmn-icon-gateway-parallel',
  },
  end: { type: 'bpmn:EndEvent', name: '结束', fresh: '结束', icon: 'bpmn-icon-end-event-none' },
}
export const findStepKind = (type: string): StepKind | null =>
  stepKinds.find((kind) => kinds[kind].type === type) ?? null

/** The name for an element without its own. */
export function nameKind(type: string): string {
  const kind = findStepKind(type)
  if (kind) return kinds[kind].name
  if (type === 'bpmn:SequenceFlow') return '连线'
  if (type === 'bpmn:Process') return '流程'
  return type === 'bpmn:TextAnnotation' ? '文字说明' : '不支持的元素'
}

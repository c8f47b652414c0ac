import elements from 'bpmn-js-i18n-zh/lib/bpmn-js/index.js'

/** Texts that the translation package lacks, or translates with words that this portal does not use. */
const own: Record<string, string> = {
  'Activate global connect tool': '连线工具',
  'Activate hand tool': '抓手工具',
  'Activate lasso tool': '框选工具',
  'Activate create/remove space tool': '空间工具：拉开或收拢',
  'Ad-hoc sub-process': '临时子流程',
  'Ad-hoc sub-process (collapsed)': '临时子流程（折叠）',
  'Ad-hoc sub-process (expanded)': '临时子流程（展开）',
  'Boundary event': '边界事件',
  'Change element': '更改类型',
  'Close minimap': '收起缩略图',
  Delete: '删除',
  'Event based instantiating Gateway': '实例化事件网关',
  'Exclusive gateway': '排他网关',
  'Expanded pool/participant': '展开的泳池',
  'Open minimap': '展开缩略图',
  'Open {element}': '打开 {element}',
  'Parallel Event based instantiating Gateway': '实例化并行事件网关',
  Remove: '删除',
  'Search in diagram': '在图中查找',
}

/** Translates a text of bpmn-js to Chinese; placeholders are filled as in the English text. */
export function translate(template: string, holes: Record<string, string> = {}): string {
  const said = own[template] ?? elements[template] ?? template
  return said.replace(/\{([^}]+)\}/g, (whole, name: string) => holes[name] ?? whole)
}

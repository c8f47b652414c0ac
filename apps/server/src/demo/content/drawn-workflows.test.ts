import { workflowServices } from '@portal/contract/workflow/workflow'
import { parseForm } from '@portal/form-kit/form/parse'
import { listFields } from '@portal/process-kit/judge/fields'
import { judgeGraph } from '@portal/process-kit/judge/judge'
import { readDiagram } from '@portal/process-kit/read/read'
import { expect, test } from 'vitest'
import { drawnForms, drawnText } from './drawn-forms.ts'
import { drawnWorkflows } from './drawn-workflows.ts'
import { fundForm, openingForm, priceForm } from './workflow-forms.ts'

const texts = new Map([
  [1, drawnText(drawnForms[0] ?? fundForm)],
  [2, drawnText(fundForm)],
  [3, drawnText(openingForm)],
  [4, drawnText(priceForm)],
])

test('every published process of the demo is one that the judge lets run, the draft is told what it lacks', async () => {
  for (const drawn of drawnWorkflows({ admission: 1, fund: 2, opening: 3, prices: 4 })) {
    const { form, faults } = parseForm(texts.get(drawn.form))
    expect(faults, drawn.name).toEqual([])
    const read = await readDiagram(drawn.xml)
    expect(read.faults, drawn.name).toEqual([])
    const told =
      read.graph &&
      judgeGraph(read.graph, { fields: form && listFields(form), services: Object.keys(workflowServices) })
    expect(told?.map((f) => f.message)).toEqual(drawn.isPublished ? [] : ['没有指定办理人'])
  }
})

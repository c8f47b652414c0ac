import { WorkflowList } from '../list/workflow-list.tsx'

export default function BpmListPage() {
  return <WorkflowList />
}

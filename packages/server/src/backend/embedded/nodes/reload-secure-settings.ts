import { textField } from '@sextant/engine';
import { splitNames } from '../../../cluster/index-names.ts';
import { type Handler, ok } from '../context.ts';
import { readBodyFields } from '../read-object.ts';
import { isThisNode, nodesHeader } from './node-rim.ts';

/** Secrets are in the environment and in files that are named there: none of them is read again while the service runs. */
export const reloadSecureSettings: Handler<'nodes.reload_secure_settings'> = async (context, request) => {
  const password = { secure_settings_password: textField(() => {}) };
  await readBodyFields(request, 'reload_secure_settings', password);
  const header = nodesHeader(context.clusterName);
  if (!isThisNode(context, splitNames(request.pathParams.node_id))) {
    return ok({ ...header, _nodes: { total: 0, successful: 0, failed: 0 }, nodes: {} });
  }
  return ok({ ...header, nodes: { [context.identity.nodeId]: { name: context.nodeName } } });
};

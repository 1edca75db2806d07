export { clusterCalls } from './cluster-call.ts';
export { type TestAnswer, type TestCall, type TestClient, testClient } from './http-client.ts';
export { recordSuite } from './record-suite.ts';
export { ScriptedBackend } from './scripted-backend.ts';
export { type ScriptedService, scriptedService } from './scripted-service.ts';
export { type TestApp, testApp } from './test-app.ts';
export { testScheduler, testTasks } from './test-tasks.ts';

import { parentChannel } from '../node/worker-channel.ts';

/** Entry of a thread that sends back what it is sent. */
const channel = parentChannel();
channel.onMessage((message) => channel.post(message));

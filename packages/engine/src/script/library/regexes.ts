import { textOf } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { JavaMatcher, type JavaPattern } from './java-regex.ts';
import { JavaStream } from './java-stream.ts';

const pattern = javaClass({
  name: 'Pattern',
  fullName: 'java.util.regex.Pattern',
  members: {
    'Matcher matcher(CharSequence)': (self: JavaPattern, text: unknown) =>
      new JavaMatcher(self, textOf(text)),
    'String pattern()': (self: JavaPattern) => self.source,
    'Predicate asPredicate()': (self: JavaPattern) => (text: unknown) => self.find(text),
    'String[] split(CharSequence)': (self: JavaPattern, text: unknown) => self.split(textOf(text), 0),
    'String[] split(CharSequence, int)': (self: JavaPattern, text: unknown, limit: number) =>
      self.split(textOf(text), limit),
    'Stream splitAsStream(CharSequence)': (self: JavaPattern, text: unknown) =>
      new JavaStream('Stream', self.split(textOf(text), 0).values),
    'static String quote(String)': (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&'),
  },
});

const matcher = javaClass({
  name: 'Matcher',
  fullName: 'java.util.regex.Matcher',
  members: {
    'boolean find()': (self: JavaMatcher) => self.looking.find(),
    'boolean find(int)': (self: JavaMatcher, at: number) => self.looking.find(at),
    'boolean matches()': (self: JavaMatcher) => self.looking.matches(),
    'boolean lookingAt()': (self: JavaMatcher) => self.looking.lookingAt(),
    'boolean hitEnd()': (self: JavaMatcher) => self.matcher.end() === self.input.length,
    'int start()': (self: JavaMatcher) => self.matcher.start(),
    'int end()': (self: JavaMatcher) => self.matcher.end(),
    'int start(int)': (self: JavaMatcher, group: number) => self.matcher.start(group),
    'int end(int)': (self: JavaMatcher, group: number) => self.matcher.end(group),
    'int groupCount()': (self: JavaMatcher) => self.matcher.groupCount(),
    'String group()': (self: JavaMatcher) => self.group(0),
    'String group(int)': (self: JavaMatcher, group: number) => self.group(group),
    'String namedGroup(String)': (self: JavaMatcher, name: string) => self.group(name),
    'String replaceAll(String)': (self: JavaMatcher, by: string) => self.replaced(by, true),
    'String replaceFirst(String)': (self: JavaMatcher, by: string) => self.replaced(by, false),
    'Matcher reset()': (self: JavaMatcher) => new JavaMatcher(self.pattern, self.input),
  },
});

export const regexClasses: readonly JavaClass[] = [pattern, matcher];
